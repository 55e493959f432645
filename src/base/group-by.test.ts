import { expect, it } from 'vitest';
import { groupBy } from './group-by.ts';

it('groups have the order of their first members, and members that of the list', () => {
  const groups = groupBy(['bee', 'ant', 'bug', '__proto__'], ([first = '']) => first);
  expect([...groups]).toEqual([
    ['b', ['bee', 'bug']],
    ['a', ['ant']],
    ['_', ['__proto__']],
  ]);
  expect(groupBy([], String).size).toBe(0);
});
