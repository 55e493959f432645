import type { ItemOptions, ListItem } from './list-item.ts';

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
