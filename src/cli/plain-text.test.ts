import { describe, expect, it } from 'vitest';
import { cut, oneLine, plainLines, widthOf, wrap } from './plain-text.ts';

describe('text from outside', () => {
  it('stays on its line and cannot steer the terminal', () => {
    expect(oneLine('  a\n\u001b[2Jb\u202e\tc ')).toBe('a [2Jb c');
    expect(plainLines('one\r\n\u001b[31mtwo\tx\n\n')).toEqual(['one', ' [31mtwo  x']);
  });

  it('is measured in columns, wide letters counting twice and marks not at all', () => {
    expect(widthOf('abc')).toBe(3);
    expect(widthOf('日本')).toBe(4);
    expect(widthOf('🚀')).toBe(2);
    expect(widthOf('e\u0301')).toBe(1);
  });

  it('is cut to the columns there are', () => {
    expect(cut('abcdef', 6)).toBe('abcdef');
    expect(cut('abcdef', 5)).toBe('abcd…');
    expect(cut('日本語', 5)).toBe('日本…');
    expect(cut('日本語', 4)).toBe('日…');
    expect(cut('abc', 1)).toBe('…');
    expect(cut('abc', 0)).toBe('');
  });

  it('is wrapped between words; a long word keeps its own line', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('a src/very/long/path.ts b', 6)).toEqual(['a', 'src/very/long/path.ts', 'b']);
    expect(wrap('', 10)).toEqual([]);
  });
});
