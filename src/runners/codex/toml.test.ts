import { describe, expect, it } from 'vitest';
import { writeToml } from './toml.ts';

describe('settings', () => {
  it('are written as TOML, without what is undefined', () => {
    const settings = {
      text: 'a',
      number: 1,
      yes: true,
      none: undefined,
      list: [{ a: 'b' }],
      table: { 'a.b': { c: 'd' } },
    };
    expect(writeToml(settings)).toBe(
      [
        '"text" = "a"',
        '"number" = 1',
        '"yes" = true',
        '"list" = [{ "a" = "b" }]',
        '"table" = { "a.b" = { "c" = "d" } }',
        '',
      ].join('\n'),
    );
  });

  it('hold any text', () => {
    expect(writeToml({ a: 'ä"\\\n\u0001\u007f🙂\ud800' })).toBe('"a" = "ä\\"\\\\\\n\\u0001\\u007f🙂\ufffd"\n');
  });
});
