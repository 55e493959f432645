import { skipItem, type TestList, tickItem } from '../../evidence/plan/test-list.ts';
import { editTree } from '../../sys/git/tree-edit.ts';
import { type ListChange, listChanges } from '../../workflow/list-changes.ts';
import { fileAt, type Sources, type Surroundings, TEST_LIST } from './surroundings.ts';
import type { Moment, Turn } from './turn.ts';

/** The base's test list with the present item ticked, as Baton itself writes it. */
export async function tickedList({ state }: Moment, sources: Sources): Promise<string | undefined> {
  const { list, item } = state.knowledge;
  const text = await fileAt(sources, state.base.tree, TEST_LIST);
  return text === undefined || item === undefined ? undefined : tickItem(text, list, item.id);
}

/** A tree with the present item ticked. A list that differs from the base's is left as it is: the scope gate refuses it. */
export async function tickTree(tree: string, turn: Turn, around: Surroundings): Promise<string> {
  const text = await tickedList(turn, around);
  if (text === undefined) return tree;
  const [before, after] = await Promise.all([
    fileAt(around, turn.state.base.tree, TEST_LIST),
    fileAt(around, tree, TEST_LIST),
  ]);
  return before === after ? editTree(around.repository, tree, { [TEST_LIST]: text }, around.list) : tree;
}

/** A tree's test list with the present item marked as skipped. */
export async function skippedList(tree: string, why: string, { state }: Moment, sources: Sources) {
  const { list, item } = state.knowledge;
  const text = await fileAt(sources, tree, TEST_LIST);
  return text === undefined || item === undefined ? undefined : skipItem(text, list, item.id, why);
}

/** The present item as a list has it that has it marked as skipped, for the record. */
export function skippedItem({ state }: Moment, list: TestList | undefined): ListChange | undefined {
  const { item } = state.knowledge;
  if (state.rules < 2 || item === undefined || list === undefined) return undefined;
  return listChanges([item], list).find(({ change }) => change === 'skipped');
}

/** A tree with the present item marked as skipped, or the tree itself if it has no such item. */
export async function skipInTree(tree: string, why: string, turn: Turn, around: Surroundings): Promise<string> {
  const skipped = await skippedList(tree, why, turn, around);
  return skipped === undefined ? tree : editTree(around.repository, tree, { [TEST_LIST]: skipped });
}
