import { groupBy } from '../../base/group-by.ts';
import { pairSimilar } from '../../base/similar-names.ts';
import type { ItemOptions, ListItem } from './list-item.ts';

/** The test list as read: its items in order, and the highest id ever given, so that none is given twice. */
export interface TestList {
  readonly items: readonly ListItem[];
  readonly highest: number;
}

export const EMPTY_LIST: TestList = { items: [], highest: 0 };

export type ListReading =
  | { readonly list: TestList; readonly problems?: undefined }
  | { readonly list?: undefined; readonly problems: readonly string[] };

const MOST_ITEMS = 2000;

/** Where the list of a run is, in its repository. */
export const TEST_LIST = 'test-list.md';

/**
 * Reads `test-list.md`: `- [ ] description (changes: path)` is an item, everything else is free. Items keep the ids they
 * had in the list known before: by the same words, else by similar ones; the others get new ids in order.
 */
export function readTestList(text: string, known: TestList = EMPTY_LIST): ListReading {
  const lines = itemLines(text);
  const problems = lines.flatMap(({ line, item }) => (typeof item === 'string' ? [`line ${line}: ${item}`] : []));
  if (problems.length > 0) return { problems };
  const written = lines.flatMap(({ item }) => (typeof item === 'string' ? [] : [item]));
  if (written.length > MOST_ITEMS) return { problems: [`it has more than ${MOST_ITEMS} items`] };
  const kept = matchKnown(written, known.items);
  let highest = known.highest;
  const items = written.map((item) => ({ id: kept.get(item)?.id ?? `T${++highest}`, ...item }));
  return { list: { items, highest } };
}

/** The item to do next: the first that is open. */
export function nextItem(list: TestList): ListItem | undefined {
  return list.items.find(isOpen);
}

export function isOpen(item: ListItem): boolean {
  return !item.done && item.skipped === undefined;
}

/** The text with one item ticked; the rest stays byte for byte. `undefined` if the text has no such open item. */
export function tickItem(text: string, list: TestList, id: string): string | undefined {
  return editItem(text, list, id, (line, item, written) => {
    if (item.done || typeof written === 'string' || written.done) return undefined;
    return written.description === item.description ? line.replace('[ ]', '[x]') : undefined;
  });
}

/** The text with `(skipped: reason)` at the end of one open item. `undefined` if the text has no such open item. */
export function skipItem(text: string, list: TestList, id: string, why: string): string | undefined {
  const reason = why.replace(/[\s()]+/g, ' ').trim() || 'no reason given';
  const mark = (end: string) => ` (skipped: ${reason})${end.replace(/[^\r]/g, '')}`;
  return editItem(text, list, id, (line, item) => (isOpen(item) ? line.replace(/\s*$/, mark) : undefined));
}

/** The text with the line of one item changed; `undefined` where it has no such item, or nothing comes of the change. */
function editItem(
  text: string,
  list: TestList,
  id: string,
  edit: (line: string, item: ListItem, written: ItemLine['item']) => string | undefined,
): string | undefined {
  const index = list.items.findIndex((item) => item.id === id);
  const [item, place] = [list.items[index], itemLines(text)[index]];
  if (item === undefined || place === undefined) return undefined;
  const lines = text.split('\n');
  const edited = edit(lines[place.line - 1] ?? '', item, place.item);
  return edited === undefined ? undefined : lines.with(place.line - 1, edited).join('\n');
}

interface ItemLine {
  /** From 1. */
  readonly line: number;
  /** What it says, or what is wrong with it. */
  readonly item: WrittenItem | string;
}

/** Lines that are items or were meant to be; what stands in fenced code is an example. */
function itemLines(text: string): readonly ItemLine[] {
  let fence: string | undefined;
  return text.split('\n').flatMap((line, index) => {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      return [];
    }
    const item = fence === undefined ? readItem(line) : undefined;
    return item === undefined ? [] : [{ line: index + 1, item }];
  });
}

/** Which known item each written one is: first by its words and tick, then by its words, then by similar ones. */
function matchKnown(written: readonly WrittenItem[], known: readonly ListItem[]): ReadonlyMap<WrittenItem, ListItem> {
  const found = new Map<WrittenItem, ListItem>();
  const taken = new Set<ListItem>();
  for (const keyOf of [wordsAndTick, wordsOnly]) {
    const untaken = known.filter((item) => !taken.has(item));
    const waiting = groupBy(untaken, keyOf);
    for (const item of written) {
      const match = found.has(item) ? undefined : waiting.get(keyOf(item))?.shift();
      if (match === undefined) continue;
      found.set(item, match);
      taken.add(match);
    }
  }
  const pairs = pairSimilar<WrittenItem | ListItem>(
    known.filter((item) => !taken.has(item) && !item.done),
    written.filter((item) => !found.has(item) && !item.done),
    (a, b) => [a.description, b.description],
  );
  for (const [from, to] of pairs) found.set(to, from as ListItem);
  return found;
}

const wordsOnly = ({ description }: WrittenItem): string => description;
const wordsAndTick = ({ description, done }: WrittenItem): string => `${done} ${description}`;

/** An item as written, before it has an id. */
export type WrittenItem = Omit<ListItem, 'id'>;

/** What a line of the test list says: an item, what is wrong with a line meant as one, or nothing. */
export function readItem(line: string): WrittenItem | string | undefined {
  const plain = line.trim();
  const [, mark, text] = /^[-*+] \[([ xX])\] +(\S.*)$/.exec(plain) ?? [];
  if (mark === undefined || text === undefined) return wasMeant(plain) ? NOT_AN_ITEM : undefined;
  const { description, skipped, ...options } = splitOptions(text);
  if (description === '') return 'the item has options but no description';
  if (description.length > LONGEST) return `the description is longer than ${LONGEST} characters`;
  return { description, done: mark !== ' ', ...options, ...(skipped === undefined ? {} : { skipped }) };
}

const LONGEST = 1000;
const NOT_AN_ITEM = 'an item is written "- [ ] description" or "- [x] description"';

/** A box that is not quite one: `- [] x`, `-[ ] x`, `- [x]x`, `- [y] x`, `- [ ]`. Links and notes are none. */
function wasMeant(line: string): boolean {
  return /^[-*+] ?\[[^\]]?\](?![(:[])/.test(line);
}

/** The line of an item. */
export function writeItem(item: WrittenItem): string {
  const list = (key: string, values: readonly string[]) =>
    values.length === 0 ? '' : ` (${key}: ${values.join(', ')})`;
  const removes = item.removes.map((name) => ` (removes: ${name})`).join('');
  const skipped = item.skipped === undefined ? '' : ` (skipped: ${item.skipped})`;
  const options = list('changes', item.changes) + removes + list('needs', item.needs) + skipped;
  return `- [${item.done ? 'x' : ' '}] ${item.description}${options}`;
}

interface Split extends ItemOptions {
  readonly description: string;
  readonly skipped?: string;
}

/** Takes the options off the end of an item's text, from the last to the first; other brackets are description. */
export function splitOptions(text: string): Split {
  const changes: string[] = [];
  const removes: string[] = [];
  const needs: string[] = [];
  let skipped: string | undefined;
  let rest = text.trim();
  for (let group = lastGroup(rest); group !== undefined; group = lastGroup(rest)) {
    const [, key, value = ''] = /^(changes|removes|needs|skipped):(.*)$/s.exec(group.inside) ?? [];
    if (key === undefined) break;
    if (key === 'skipped') skipped = value.trim();
    // A test's name may hold commas; paths and packages are often listed with them.
    if (key === 'removes') removes.unshift(...[value.trim()].filter((name) => name !== ''));
    if (key === 'changes') changes.unshift(...commaList(value));
    if (key === 'needs') needs.unshift(...commaList(value));
    rest = rest.slice(0, group.start).trimEnd();
  }
  return { description: rest, changes, removes, needs, ...(skipped === undefined ? {} : { skipped }) };
}

/** The bracket that ends the text, brackets in it included. */
function lastGroup(text: string): { readonly start: number; readonly inside: string } | undefined {
  if (!text.endsWith(')')) return undefined;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth++;
    if (text[at] === '(' && --depth === 0) return { start: at, inside: text.slice(at + 1, -1).trim() };
  }
  return undefined;
}

function commaList(value: string): readonly string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
