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
});
