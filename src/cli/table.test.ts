import { describe, expect, it } from 'vitest';
import { widthOf } from './plain-text.ts';
import { table } from './table.ts';

const HEAD = ['RUN', 'PHASE', 'REQUEST'];
const ROWS = [
  ['stack-push-pop-peek-4f2a', 'security-review-of-everything', 'A stack with push, pop and peek, and a limit'],
  ['日本語-1', 'red', 'short'],
];

describe('a table', () => {
  it('is as wide as its cells where nothing limits it, except for a very long last one', () => {
    const [head = '', first = ''] = table(HEAD, ROWS).split('\n');
    expect(head.indexOf('REQUEST')).toBe(first.indexOf('A stack'));
    expect(first).toContain('and a limit');
    expect(table(HEAD, [['a', 'b', 'x'.repeat(200)]]).split('\n')[1]).toMatch(/x{59}…$/);
  });

  it('is never wider than the terminal, whatever is in it', () => {
    for (const columns of [120, 100, 80, 60, 40, 20, 5]) {
      for (const line of table(HEAD, ROWS, columns).split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
  });

  it('keeps names whole as long as only the last column has to give way', () => {
    const [, first = ''] = table(HEAD, ROWS, 80).split('\n');
    expect(first).toMatch(/^stack-push-pop-peek-4f2a {2}security-review-of-everything {2}A stack with.*…$/);
  });

  it('cuts the widest column first when that is not enough', () => {
    const [, first = ''] = table(HEAD, ROWS, 60).split('\n');
    expect(first).toMatch(/^stack-push-pop-p\S+ {2}security-r\S*… {2}A stack with/);
  });
});
