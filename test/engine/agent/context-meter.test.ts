import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContextMeter } from '../../../packages/engine/src/agent/context-meter.ts';

/** Requests of a conversation: what each adds, and whether it begins with all of the one before. */
const requests = fc.array(fc.record({ added: fc.integer({ min: 100, max: 20_000 }), extended: fc.boolean() }), {
  minLength: 1,
  maxLength: 30,
});

describe('ContextMeter', () => {
  it('counts four a token until a server has counted', () => {
    const meter = new ContextMeter();
    expect([meter.rate, meter.calibrated, meter.tokens(4_001), meter.weight(100)]).toEqual([4, false, 1_001, 400]);
    meter.calibrate({ weight: 1_000, tokens: undefined, extended: false });
    expect(meter.calibrated).toBe(false);
  });

  it('counts on the densest request, and on a better rate only when counts are known to be whole', () => {
    const meter = new ContextMeter();
    meter.calibrate({ weight: 6_000, tokens: 2_000, extended: false });
    expect(meter.rate).toBe(3);
    for (let n = 1; n <= 9; n++) meter.calibrate({ weight: 6_000 + n, tokens: 1_400, extended: false });
    expect(meter.rate).toBe(3);
    meter.calibrate({ weight: 6_200, tokens: 1_450, extended: true });
    expect(meter.rate).toBe(3);
    for (let n = 1; n <= 9; n++) meter.calibrate({ weight: 6_200, tokens: 1_450, extended: true });
    expect(meter.rate).toBeCloseTo(6_200 / 1_450);
  });

  it('is not misled by a server that leaves out what it had computed before', () => {
    fc.assert(
      fc.property(requests, fc.double({ min: 2.4, max: 6, noNaN: true }), (list, rate) => {
        const meter = new ContextMeter();
        let weight = 0;
        for (const { added, extended } of list) {
          const kept = extended ? weight : Math.min(weight, 3_000);
          weight = kept + added;
          // The first request is counted whole; of a later one only what is new.
          meter.calibrate({ weight, tokens: Math.ceil(added / rate), extended: extended && kept > 0 });
          expect(meter.rate).toBeLessThanOrEqual(Math.max(1, Math.min(4.5, rate)));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('never estimates less than was counted of a request', () => {
    fc.assert(
      fc.property(requests, fc.array(fc.double({ min: 1, max: 8, noNaN: true }), { minLength: 1 }), (list, rates) => {
        const meter = new ContextMeter();
        let weight = 0;
        for (const [index, { added, extended }] of list.entries()) {
          weight = extended ? weight + added : added;
          const tokens = Math.ceil(weight / (rates[index % rates.length] ?? 1));
          meter.calibrate({ weight, tokens, extended });
          expect(meter.tokens(weight)).toBeGreaterThanOrEqual(Math.min(tokens, weight));
        }
      }),
    );
  });

  it('learns from a request that did not fit, and from what an earlier run measured', () => {
    const meter = new ContextMeter(3.5);
    expect([meter.rate, meter.calibrated]).toEqual([3.5, true]);
    meter.overflowed(20_000, 10_000);
    expect(meter.rate).toBe(2);
    meter.overflowed(20_000, 5_000);
    expect(meter.rate).toBe(2);
  });

  it('says how full a window is, never more than full', () => {
    const meter = new ContextMeter();
    expect([meter.used(4_096, 4_096), meter.used(400_000, 4_096), meter.used(1, null)]).toEqual([0.25, 1, null]);
  });
});
