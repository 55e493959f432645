import { describe, expect, it } from 'vitest';
import { isFocused } from './focus.ts';

describe('a source', () => {
  it.each([
    "it.only('x', () => {});",
    "test.concurrent.only('x', () => {});",
    "describe\n  .only('x', () => {});",
    'it.only.each([1])("x", () => {});',
    "fit('x', () => {});",
    "fdescribe('x', () => {});",
    "it('x', { only: true }, () => {});",
  ])('singles tests out: %s', (source) => {
    expect(isFocused(source, false)).toBe(true);
  });

  it.each([
    "it('mentions it.only(x)', () => {});",
    "// it.only('x')",
    "/* describe.only('x') */",
    'const text = `it.only("x")`;',
    'profit(1); model.fit(2); outfit.fit(3);',
    "it('x', () => { rows.only('a'); });",
    'const only = 1;',
  ])('singles nothing out: %s', (source) => {
    expect(isFocused(source, false)).toBe(false);
  });

  it.each(["check.only('x', () => {});", "it['only']('x', () => {});"])(
    'singles tests out under another name when some were skipped: %s',
    (source) => {
      expect(isFocused(source, true)).toBe(true);
    },
  );

  it('of any size is read to its end', () => {
    expect(isFocused(`only ${"'\\".repeat(200_000)}`, true)).toBeTypeOf('boolean');
    expect(isFocused(`only ${'it'.repeat(200_000)} ${'a.'.repeat(200_000)}`, true)).toBeTypeOf('boolean');
  });
});
