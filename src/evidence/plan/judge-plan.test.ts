import { describe, expect, it } from 'vitest';
import { judgePlan } from './judge-plan.ts';
import { EMPTY_LIST, readTestList, type TestList } from './test-list.ts';

const list = (text: string): TestList => readTestList(text).list ?? EMPTY_LIST;
const BEFORE = list('- [x] is empty\n- [ ] pushes an item\n- [ ] pops an item\n');

describe('plan passes when', () => {
  it('it makes the first list', () => {
    expect(judgePlan(EMPTY_LIST, '- [ ] a\n- [ ] b\n')).toMatchObject({
      verdict: 'passed',
      facts: { next: { id: 'T1', description: 'a' }, added: [{ id: 'T1' }, { id: 'T2' }], dropped: [] },
    });
  });

  it('it reorders, rewords, adds and drops open items, and says so', () => {
    const { verdict, facts } = judgePlan(BEFORE, '- [ ] throws when empty\n- [ ] pops the last item\n- [x] is empty\n');
    expect(verdict).toBe('passed');
    expect(facts.next).toMatchObject({ id: 'T4' });
    expect(facts.added.map(({ id }) => id)).toEqual(['T4']);
    expect(facts.dropped.map(({ id }) => id)).toEqual(['T2']);
    expect(facts.reworded.map(({ id }) => id)).toEqual(['T3']);
  });

  it('nothing is open any more', () => {
    expect(judgePlan(BEFORE, '- [x] is empty\n')).toMatchObject({ verdict: 'passed', facts: { next: null } });
  });

  it('an item is put off, which counts as dropped', () => {
    const after = '- [x] is empty\n- [ ] pushes an item (skipped: later)\n- [ ] pops an item\n';
    expect(judgePlan(BEFORE, after)).toMatchObject({
      verdict: 'passed',
      facts: { next: { id: 'T3' }, dropped: [{ id: 'T2' }] },
    });
  });
});

describe('plan is refused when', () => {
  it.each([
    ['the file is gone', undefined, 'list_unreadable', 'does not exist'],
    ['an item cannot be read', '- [] a', 'list_unreadable', 'line 1'],
    ['there is no item', '# Nothing', 'list_unreadable', 'no item'],
    ['a completed item is gone', '- [ ] pushes an item\n', 'list_lost_items', 'T1 is empty'],
    ['a completed item is reworded', '- [x] is empty at first\n', 'list_lost_items', 'T1 is empty'],
    ['a completed item is unticked', '- [ ] is empty\n', 'list_lost_items', 'T1 is empty'],
    ['an open item is ticked', '- [x] is empty\n- [x] pushes an item\n', 'list_ticked_items', 'T2 pushes an item'],
    ['a new item is ticked', '- [x] is empty\n- [x] new\n', 'list_ticked_items', 'T4 new'],
  ])('%s', (_, after, code, words) => {
    const { verdict, reasons } = judgePlan(BEFORE, after);
    expect(verdict).toBe('refused');
    expect(reasons.find((one) => one.code === code)?.message).toContain(words);
  });

  it.each([
    ['there is nothing to do from the start', EMPTY_LIST, '- [ ] a (skipped: too hard)\n'],
    ['everything is put off and nothing was done', list('- [ ] a\n- [ ] b\n'), '- [ ] a (skipped: x)\n'],
  ])('%s', (_, before, after) => {
    expect(judgePlan(before, after)).toMatchObject({ verdict: 'refused', reasons: [{ code: 'list_unreadable' }] });
  });

  it.each(['**', '*', 'test/**', '**/*.test.ts', 'test/*.{test,spec}.ts', 'tests/test_*.py', '**/*_test.go'])(
    'an item lets all tests change: (changes: %s)',
    (path) => {
      const { verdict, reasons } = judgePlan(BEFORE, `- [x] is empty\n- [ ] pushes an item (changes: ${path})\n`);
      expect(verdict).toBe('refused');
      expect(reasons[0]?.message).toContain('name the files');
    },
  );
});

it.each(['test/stack.test.ts', 'test/stack*.test.ts', 'tests/test_stack.py', 'stack_test.go', 'src/**/StackTest.java'])(
  'an item may let tests of a file change: (changes: %s)',
  (path) => {
    expect(judgePlan(BEFORE, `- [x] is empty\n- [ ] pushes an item (changes: ${path})\n`).verdict).toBe('passed');
  },
);

it('what a person put off stays so, and what a person let change too', () => {
  expect(judgePlan(list('- [ ] a (skipped: later)\n'), '- [ ] a (skipped: later)\n').verdict).toBe('passed');
  const wide = '- [x] is empty\n- [ ] pushes an item (changes: test/**)\n';
  expect(judgePlan(list(wide), wide).verdict).toBe('passed');
});
