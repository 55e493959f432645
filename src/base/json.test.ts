import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, copyJson, formatPath, type JsonValue, showValue } from './json.ts';

describe('copyJson', () => {
  it('gives a deep-frozen copy that shares nothing with the original', () => {
    const original = { list: [{ a: 1 }], text: 'x', no: null, yes: true };
    const copy = copyJson(original, 'thing') as typeof original;
    expect(copy).toEqual(original);
    expect(copy.list[0]).not.toBe(original.list[0]);
    expect(Object.isFrozen(copy) && Object.isFrozen(copy.list) && Object.isFrozen(copy.list[0])).toBe(true);
  });

  it('carries what JSON.stringify would carry', () => {
    const given = { when: new Date(0), gone: undefined, list: [1, undefined, 2] };
    expect(copyJson(given, 'thing')).toEqual({ when: '1970-01-01T00:00:00.000Z', list: [1, null, 2] });
  });

  it('agrees with a JSON round trip on every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        expect(copyJson(value, 'thing')).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ['a function', { f: () => 1 }, /f: a function cannot be carried/],
    ['a symbol', { a: { b: [Symbol('x')] } }, /a\.b\[0\]: a symbol cannot be carried/],
    ['a big integer', 10n, /\(the value itself\): a bigint/],
    ['a number JSON lacks', { n: Number.NaN }, /n: NaN is not a JSON number/],
    ['a key that reaches the prototype', JSON.parse('{"a":{"__proto__":{"polluted":true}}}'), /a\.__proto__: this key/],
    ['a text past the limit', { t: 'x'.repeat(4_000_001) }, /t: the whole is larger than 4,000,000 characters/],
  ])('refuses %s and names its place', (_, value, message) => {
    expect(() => copyJson(value, 'thing')).toThrow(message);
    expect(() => copyJson(value, 'thing')).toThrow(expect.objectContaining({ code: 'not_json' }));
  });

  it('refuses a cycle, but not the same object twice', () => {
    const shared = { a: 1 };
    expect(copyJson([shared, shared], 'thing')).toEqual([{ a: 1 }, { a: 1 }]);
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(() => copyJson(cycle, 'thing')).toThrow(/self: the value contains itself/);
  });

  it('refuses nesting past the limit, however deep', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level++) deep = [deep];
    expect(() => copyJson(deep, 'thing')).toThrow(/nested deeper than 64 levels/);
  });
});

describe('canonicalJson', () => {
  it('gives equal text for equal values, whatever the order of keys', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
    expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }));
  });

  it('is read back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value as JsonValue))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

it('formatPath writes a path as a person would', () => {
  expect(formatPath(['context', 'decisions', 0, 'what'])).toBe('context.decisions[0].what');
  expect(formatPath([2, 'a'])).toBe('[2].a');
});

it('showValue keeps values short and on one line', () => {
  expect(showValue('a\nb')).toBe('"a\\nb"');
  expect(showValue('x'.repeat(100))).toHaveLength(62);
  expect([showValue([1, 2]), showValue({}), showValue(new Date(0)), showValue(null), showValue(() => 1)]).toEqual([
    'a list of 2',
    'an object',
    'a Date',
    'null',
    'a function',
  ]);
});
