import { describe, expect, it } from 'vitest';
import { paintFor } from './paint.ts';
import { cut, oneLine, plainLines, safeForTerminal, visibleLine, widthOf, wrap } from './plain-text.ts';

describe('text from outside', () => {
  it('stays on its line and cannot steer the terminal', () => {
    expect(oneLine('  a\n\u001b[2Jb\u202e\tc ')).toBe('a [2Jb c');
    expect(plainLines('one\r\n\u001b[31mtwo\tx\n\n')).toEqual(['one', ' [31mtwo  x']);
  });

  it('has its control and invisible characters written out where a reviewer must see them', () => {
    expect(visibleLine('a\u001b]52;c;eA==\u0007b\u202e\u200bc\td\u009b2J')).toBe(
      'a<U+001B>]52;c;eA==<U+0007>b<U+202E><U+200B>c    d<U+009B>2J',
    );
  });

  it('reaches a terminal without anything but the styles that paint makes', () => {
    const own = paintFor(true)('ok', 'green', 'bold');
    expect(safeForTerminal(`${own}\n\tx`)).toBe(`${own}\n\tx`);
    const hostile = [
      '\u001b[2J',
      '\u001b[8mhidden',
      '\u001b]0;title\u0007',
      '\r',
      '\b',
      '\u009b31m',
      '\u202e',
      '\u007f',
    ];
    for (const text of hostile) {
      const safe = safeForTerminal(text);
      expect(safe).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
      expect(safe).toContain('<U+');
    }
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
