import { describe, expect, it } from 'vitest';
import { isCut } from '../../../packages/engine/src/models/cut-prompt.ts';

describe('isCut', () => {
  it.each([
    ['half of 4,096 and four kept tokens', 2050, 4096],
    ['the same with a start token', 2051, 4096],
    ['half of 65,536', 32_770, 65_536],
  ])('sees %s', (_, counted, window) => {
    expect(isCut({ bytes: 400_000, counted, window, bytesPerToken: null })).toBe(true);
  });

  it('believes a prompt that has just that length, once the rate of the text is known', () => {
    expect(isCut({ bytes: 2050 * 4, counted: 2050, window: 4096, bytesPerToken: 4 })).toBe(false);
    expect(isCut({ bytes: 5000 * 4, counted: 2050, window: 4096, bytesPerToken: 4 })).toBe(true);
  });

  it('sees a count far below a prompt that can not fit', () => {
    expect(isCut({ bytes: 60_000, counted: 3900, window: 8192, bytesPerToken: null })).toBe(true);
  });

  it('believes a full window', () => {
    expect(isCut({ bytes: 32_000, counted: 7900, window: 8192, bytesPerToken: null })).toBe(false);
  });

  it('believes an old server that leaves cached tokens out of the count', () => {
    expect(isCut({ bytes: 16_000, counted: 40, window: 8192, bytesPerToken: null })).toBe(false);
  });
});
