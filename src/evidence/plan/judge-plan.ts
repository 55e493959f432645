import { decide, type Reason, reason, reasonFor, type Verdict } from '../reasons.ts';
import type { ListItem } from './list-item.ts';
import { EMPTY_LIST, isOpen, nextItem, readTestList, type TestList } from './test-list.ts';

export interface PlanFacts {
  /** The list as planned; the one before if it could not be read. */
  readonly list: TestList;
  /** The test to write next; nothing if the list is done. */
  readonly next: ListItem | null;
  readonly added: readonly ListItem[];
  /** Open items that are gone or were marked as skipped. */
  readonly dropped: readonly ListItem[];
  /** Items under other words than before. */
  readonly reworded: readonly ListItem[];
}

/** Judges what plan did to the test list: it may add, reorder, reword and drop what is open, and nothing else. */
export function judgePlan(before: TestList, after: string | undefined): Verdict<PlanFacts> {
  const reading = readTestList(after ?? '', before);
  const problems = after === undefined ? ['the file does not exist'] : (reading.problems ?? []);
  if (reading.list === undefined || problems.length > 0) return decide([unreadable(problems)], noFacts(before));
  const { list } = reading;
  if (list.items.length === 0) return decide([unreadable(['it has no item'])], noFacts(before));
  const was = new Map(before.items.map((item) => [item.id, item]));
  const is = new Map(list.items.map((item) => [item.id, item]));
  const lost = before.items.filter((item) => item.done && is.get(item.id)?.done !== true);
  const ticked = list.items.filter((item) => item.done && was.get(item.id)?.done !== true);
  return decide([...tellLost(lost), ...tellTicked(ticked)], {
    list,
    next: nextItem(list) ?? null,
    added: list.items.filter(({ id }) => !was.has(id)),
    dropped: before.items.filter((item) => isOpen(item) && !isStillThere(is.get(item.id))),
    reworded: list.items.filter(({ id, description }) => was.has(id) && was.get(id)?.description !== description),
  });
}

function isStillThere(item: ListItem | undefined): boolean {
  return item !== undefined && (item.done || isOpen(item));
}

function noFacts(list: TestList = EMPTY_LIST): PlanFacts {
  return { list, next: null, added: [], dropped: [], reworded: [] };
}

function unreadable(problems: readonly string[]): Reason {
  const message = `The test list cannot be used: ${problems.slice(0, 5).join('; ')}. Write one line for each test: "- [ ] what the test shows".`;
  return reason('list_unreadable', message);
}

function tellLost(items: readonly ListItem[]): readonly Reason[] {
  return reasonFor('list_lost_items', 'tests', items.map(describe), (named) => {
    return `Completed items are gone, reworded or no longer ticked: ${named}. Put them back word for word with [x].`;
  });
}

function tellTicked(items: readonly ListItem[]): readonly Reason[] {
  return reasonFor('list_ticked_items', 'tests', items.map(describe), (named) => {
    return `Items were ticked that no cycle completed: ${named}. Write them with [ ]; Baton ticks them.`;
  });
}

function describe({ id, description }: ListItem): string {
  return `${id} ${description}`;
}
