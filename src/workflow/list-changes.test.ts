import { expect, it } from 'vitest';
import { EMPTY_LIST, readTestList, type TestList } from '../evidence/plan/test-list.ts';
import { listChanges, ownItems } from './list-changes.ts';

const read = (text: string, known?: TestList) => readTestList(text, known).list ?? EMPTY_LIST;

const BEFORE = read('- [x] is empty\n- [ ] pushes an item\n- [ ] pops an item\n- [ ] throws');

it('what is dropped, skipped or reworded is named with its words and its reason', () => {
  const after = read('- [x] is empty\n- [ ] pops the last item\n- [ ] throws (skipped: no errors yet)', BEFORE);
  const open = BEFORE.items.filter(({ done }) => !done);
  expect(listChanges(open, after)).toEqual([
    { id: 'T2', change: 'dropped', description: 'pushes an item' },
    { id: 'T3', change: 'reworded', description: 'pops the last item', was: 'pops an item' },
    { id: 'T4', change: 'skipped', description: 'throws', reason: 'no errors yet' },
  ]);
  expect(listChanges(open, BEFORE)).toEqual([]);
});

it('a run answers for what is open at its start and what comes up in it, and not for what was done or skipped before', () => {
  const start = read('- [x] is empty\n- [ ] pushes\n- [ ] pops (skipped: later)');
  const ids = (items: ReturnType<typeof ownItems>) => items.map(({ id }) => id);
  const own = ownItems([], start, start);
  expect(ids(own)).toEqual(['T2']);
  const later = read('- [x] is empty\n- [ ] pops\n- [ ] shows all (skipped: no page)\n- [ ] peeks\n', start);
  expect(ids(ownItems(own, start, later))).toEqual(['T2', 'T3', 'T4', 'T5']);
  expect(ownItems(own, start, start)).toBe(own);
});
