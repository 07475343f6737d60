import { describe, expect, it } from 'vitest';
import { places, shapeOf } from './shape.ts';

const numbered = (count: number, make: (i: number) => readonly [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => make(i)));

describe('the structure of JSON', () => {
  it('is one line a place, with types, ranges and lengths', () => {
    expect(
      places({
        name: 'first',
        size: 3.5,
        on: true,
        none: null,
        list: [],
        ids: [4, 9, 2],
        people: [
          { id: 1, name: 'Ann', roles: ['a'] },
          { id: 90, name: 'Ben', roles: [], note: null },
        ],
      }),
    ).toEqual([
      '$: object',
      '$.name: string, such as "first"',
      '$.size: number 3.5',
      '$.on: boolean',
      '$.none: null',
      '$.list: array[0]',
      '$.ids: array[3] of integer 2…9',
      '$.people: array[2] of object',
      '$.people[].id: integer 1…90',
      '$.people[].name: string, such as "Ann"',
      '$.people[].roles: array[0…1] of string, such as "a"',
      '$.people[].note?: null',
    ]);
  });

  it('merges a union branch by branch, so that no branch is lost', () => {
    expect(places([{ a: { b: 1 } }, { a: [{ b: 'x' }] }, { a: null }, { a: { c: true } }])).toEqual([
      '$: array[4] of object',
      '$[].a: object | array[1] of object | null',
      '$[].a.b?: integer 1',
      '$[].a.c?: boolean',
      '$[].a[].b: string, such as "x"',
    ]);
  });

  it('joins integers and other numbers of one place in one range', () => {
    expect(places([1, 2.5, -3])).toEqual(['$: array[3] of number -3…2.5']);
  });

  it.each([
    ['dates', numbered(3, (i) => [`2026-01-0${i + 1}`, { n: i }]), '2026-01-01'],
    ['numbers', numbered(4, (i) => [`${i * 100}`, { n: i }]), '0'],
    ['ids', numbered(5, (i) => [`user-${1000 + i}`, { n: i }]), 'user-1000'],
    [
      'more than 40 names with one kind of value',
      numbered(41, (i) => [`k${'abcdefghij'[i % 10]}${'abcde'[Math.floor(i / 10)]}`, { n: i }]),
      'kaa',
    ],
  ])('takes an object for a map when its keys are %s', (_, value, key) => {
    const count = Object.keys(value).length;
    expect(places({ all: value }).slice(1)).toEqual([
      `$.all: map of ${count} keys such as "${key}"`,
      '$.all{*}: object',
      `$.all{*}.n: integer 0…${count - 1}`,
    ]);
  });

  it('keeps a wide record whose values differ', () => {
    const wide = numbered(60, (i) => [
      `field_${'abcdefghij'[i % 10]}${'abcdef'[Math.floor(i / 10)]}`,
      i % 2 ? i : `${i}x`,
    ]);
    expect(places(wide)).toHaveLength(61);
  });

  it('bounds objects of very many keys', () => {
    const many = numbered(5000, (i) => [`k${i.toString(36)}z`, i % 2 ? { a: 1 } : 'text']);
    expect(places({ all: many }).slice(1)).toEqual([
      '$.all: map of over 200 keys such as "k0z"',
      '$.all{*}: object | string, such as "text"',
      '$.all{*}.a: integer 1',
    ]);
  });

  it('stops at eight levels and says so', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(10)}1${'}'.repeat(10)}`);
    const lines = places(deep);
    expect(lines).toHaveLength(9);
    expect(lines.at(-1)).toBe('$.a.a.a.a.a.a.a.a: deeper structure, not read');
  });

  it('names the format of strings that share one', () => {
    const value = [
      { at: '2026-01-02T03:04:05Z', id: '0f7c1d20-0001-4abc-8def-000000000001', n: '12', x: '12' },
      { at: '2026-01-02T03:04:06.5+02:00', id: '0F7C1D20-0001-4ABC-8DEF-000000000001', n: '-3.5', x: 'y' },
    ];
    expect(places(value).slice(1)).toEqual([
      '$[].at: string (date-time), such as "2026-01-02T03:04:05Z"',
      '$[].id: string (uuid), such as "0f7c1d20-0001-4abc-8def-000000000001"',
      '$[].n: string (number), such as "12"',
      '$[].x: string, such as "12"',
    ]);
  });

  it('shows at most 40 characters of a string, and no secret or address', () => {
    expect(
      places({
        long: 'word '.repeat(30),
        password: 'hunter2',
        apiKey: 'k',
        note: 'eyJhbGciOiJIUzI1NiJ9.e30.abc',
        hash: 'd41d8cd98f00b204e9800998ecf8427e',
        mail: 'ask ann.lee@example.org today',
        'odd key': '',
      }).slice(1),
    ).toEqual([
      '$.long: string, such as "word word word word word word word word "…',
      '$.password: string, such as "<redacted>"',
      '$.apiKey: string, such as "<redacted>"',
      '$.note: string, such as "<redacted>"',
      '$.hash: string, such as "<redacted>"',
      '$.mail: string, such as "ask <redacted>@example.org today"',
      '$["odd key"]: string',
    ]);
  });
});

describe('a text that is not whole', () => {
  const whole = '{"a": {"b": [10, 20, {"c": "text \\" here", "d": 1}]}, "e": 1}';

  it('says inside which place it ends', () => {
    const report = shapeOf(whole.slice(0, whole.indexOf('here')));
    expect(report).toMatchObject({ documents: 0, error: null, endedAt: '$.a.b[2].c' });
    expect(report.places.map((place) => place.path)).toEqual(['$', '$.a', '$.a.b']);
  });

  it('does not take keys that a cut object lacks for optional ones', () => {
    const report = shapeOf('[{"a":1,"b":2},{"a":3,"b":4},{"a":5');
    expect(report.places.map((place) => place.path)).toEqual(['$', '$[].a', '$[].b']);
  });

  it('is no JSON from the line on that is none', () => {
    expect(shapeOf('{"a": 1,\n "b": oops}').error).toBe('not JSON: the word "oops", line 2');
    expect(shapeOf('{"a": 1\n "b": 2}').error).toBe('not JSON: “"” where a comma or the end should be, line 2');
    expect(shapeOf('{"a": "b\nc"}').error).toBe('not JSON: a line end inside a string, line 2');
    expect(shapeOf('['.repeat(20_000)).error).toBe('not JSON: more than 10000 levels, line 1');
    expect(shapeOf(`[${'9'.repeat(500)}]`).error).toBe('not JSON: a word that is no JSON value, line 1');
  });

  it('may be several documents after each other, some lines of which are none', () => {
    expect(shapeOf('{"a":1}\n{"a":2}\nnoise here\n{"b":3}\n')).toMatchObject({
      documents: 3,
      skipped: 1,
      error: null,
      endedAt: null,
    });
  });

  it('of JSON Lines leaves out the lines that are none', () => {
    const report = shapeOf('{"a":1}\nnoise\n\n{"a":2,"b":1}\n{"a":', 'jsonl');
    expect(report).toMatchObject({ documents: 2, skipped: 1, endedAt: 'line 4' });
    expect(report.places.map((place) => place.path)).toEqual(['$', '$.a', '$.b?']);
  });
});
