import { decide, type Reason, reason, reasonFor, showName, type Verdict } from '../reasons.ts';
import type { ListItem } from './list-item.ts';
import { isOpen, nextItem, readTestList, type TestList } from './test-list.ts';

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
  const refuse = (why: readonly string[]) =>
    decide([unreadable(why)], { list: before, next: null, added: [], dropped: [], reworded: [] });
  if (reading.list === undefined || problems.length > 0) return refuse(problems);
  const { list } = reading;
  if (list.items.length === 0) return refuse(['it has no item']);
  if (isGivenUp(before, list)) return refuse(['nothing on it is open, and nothing was done']);
  const wide = list.items.filter((item) => isNewlyWide(item, before));
  if (wide.length > 0) return refuse(wide.map(tooWide));
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

/** A plan may drop items, but not all there is to do: then nothing would ever be shown. What a person skipped stays so. */
function isGivenUp(before: TestList, after: TestList): boolean {
  const hadWork = before.items.length === 0 || before.items.some(isOpen);
  return hadWork && !after.items.some((item) => item.done || isOpen(item));
}

/** Whether an item lets more test files change than it names, and did not before. */
function isNewlyWide(item: ListItem, before: TestList): boolean {
  const known = new Set(before.items.flatMap(({ changes }) => changes));
  return !item.done && item.changes.some((path) => !known.has(path) && !namesFile(path));
}

/** `test/stack*.test.ts` names files; `test/**` and `*_test.go` name all there are. */
function namesFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !name.includes('*') || name.split(/[^\p{L}\p{N}]+/u).some((part) => part !== '' && !ANY_TEST.test(part));
}

const ANY_TEST = /^(?:tests?|specs?|[cm]?[jt]sx?|py|go|rs|java|kt|rb|snap)$/i;

function tooWide({ description, changes }: ListItem): string {
  return `"${showName(description)}" lets all tests change (changes: ${changes.map(showName).join(', ')}): name the files`;
}

function isStillThere(item: ListItem | undefined): boolean {
  return item !== undefined && (item.done || isOpen(item));
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
