import { expect, it } from 'vitest';
import { beginningOf, recentList } from './excerpts.ts';

function list(completed: number, open: number): string {
  const items = (count: number, mark: string) => Array.from({ length: count }, (_, n) => `- [${mark}] ${mark}${n}`);
  return ['# Tests', ...items(completed, 'x'), ...items(open, ' '), ''].join('\n');
}

it('a short list is told as it is', () => {
  expect(recentList(list(10, 3))).toBe(list(10, 3));
  expect(recentList('no list')).toBe('no list');
});

it('of a long list the last ten completed items are told, and how many are not', () => {
  const [title, told, ...rest] = recentList(list(30, 2)).split('\n');
  expect([title, told]).toEqual(['# Tests', '(20 completed items are not shown here; they stay in the file)']);
  expect(rest.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, n) => `- [x] x${n + 20}`));
  expect(rest.slice(10)).toEqual(['- [ ]  0', '- [ ]  1', '']);
});

it('a list does not grow with what is completed', () => {
  expect(recentList(list(300, 5)).length).toBeLessThan(recentList(list(20, 5)).length + 15);
});

it('of a long file the beginning is told, in whole lines', () => {
  expect(beginningOf('a\nb\n')).toBe('a\nb\n');
  const lines = Array.from({ length: 40 }, (_, n) => `line ${n}`);
  expect(beginningOf(lines.join('\n'))).toBe(`${lines.slice(0, 16).join('\n')}\n[... and so on ...]\n`);
  expect(beginningOf('x'.repeat(5000))).toHaveLength(800 + '\n[... and so on ...]\n'.length);
});
