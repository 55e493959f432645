import { isBatonError } from '../../base/error.ts';
import { showValue } from '../../base/json.ts';
import type { ReadObject } from '../../sys/git/reader.ts';
import { readRef } from '../../sys/git/ref-file.ts';
import { decodeTree } from '../../sys/git/tree.ts';
import { readWhole } from '../../sys/git/whole-object.ts';
import type { JournalName, Problem } from '../store.ts';
import { archivedHead } from './archive.ts';
import { decodeEntry, type EntryCommit } from './entry-commit.ts';
import { type GitStorage, journalRef } from './git-storage.ts';

/**
 * Reads every object a journal is made of, from its head back along its own links, and compares it with the hash it was
 * written under and with its neighbours. Goes on behind a problem wherever a link is left to follow.
 */
export async function auditJournal(storage: GitStorage, journal: JournalName): Promise<readonly Problem[]> {
  const ref = journalRef(journal);
  let head: string | undefined;
  try {
    head = readRef(storage.repository, ref) ?? (await archivedHead(storage, journal));
  } catch (error) {
    return [{ place: ref, what: sentence(error) }];
  }
  if (head === undefined) return [];
  const links = await walkBack(storage, head);
  const numbers = numberLinks(links);
  const problems: Problem[] = [];
  for (const [index, link] of links.entries()) {
    const number = numbers[index];
    const place = `${journal}, event ${number ?? '?'} (${link.id.slice(0, 12)})`;
    const tell = (what: string, part = '') => problems.push({ place: `${place}${part}`, what });
    for (const what of link.problems) tell(what);
    for (const what of orderProblems(journal, link, index === 0 ? 0 : numbers[index - 1])) tell(what);
    if (link.entry === undefined) continue;
    for (const what of await anchorProblems(storage, link.entry)) tell(what);
    for (const [name, what] of await attachmentProblems(storage, link.entry)) tell(what, name);
  }
  return problems;
}

/** One commit of the chain, as far as it can be read. */
interface Link {
  readonly id: string;
  readonly entry: EntryCommit | undefined;
  readonly previous: string | undefined;
  readonly problems: readonly string[];
}

/** The chain, oldest first. A changed commit may lead into a circle, which is walked once. */
async function walkBack(storage: GitStorage, head: string): Promise<readonly Link[]> {
  const links = new Map<string, Link>();
  for (let at: string | undefined = head; at !== undefined && !links.has(at); ) {
    const link = await inspect(storage, at);
    links.set(at, link);
    at = link.previous;
  }
  return [...links.values()].reverse();
}

async function inspect(storage: GitStorage, id: string): Promise<Link> {
  const { object, damage } = await readWhole(storage, id);
  if (object === undefined) {
    const what = `${damage}, and the events before it cannot be reached. Fetch it from another clone (\`git fetch\`).`;
    return { id, entry: undefined, previous: undefined, problems: [what] };
  }
  const problems = damage === undefined ? [] : [`${damage}.`];
  try {
    const entry = decodeEntry(id, object.type, object.content);
    return { id, entry, previous: entry.previous, problems };
  } catch (error) {
    return { id, entry: undefined, previous: nextBehindForeign(object), problems: [...problems, sentence(error)] };
  }
}

/** Where to go on behind a commit that is no event: to its parent, unless it looks like somebody else's history. */
function nextBehindForeign({ type, content }: ReadObject): string | undefined {
  if (type !== 'commit') return undefined;
  const text = content.toString('utf8');
  if (!text.includes('\n\nbaton: ')) return undefined;
  return /^parent ([0-9a-f]+)$/m.exec(text.slice(0, text.indexOf('\n\n')))?.[1];
}

/** Which event each link is: by its own word, or, where it cannot be read, by its neighbours'. */
function numberLinks(links: readonly Link[]): readonly (number | undefined)[] {
  const numbers = links.map(({ entry }) => entry?.event.seq);
  for (let index = numbers.length - 2; index >= 0; index--) numbers[index] ??= neighbour(numbers[index + 1], -1);
  for (let index = 1; index < numbers.length; index++) numbers[index] ??= neighbour(numbers[index - 1], 1);
  return numbers;
}

function neighbour(number: number | undefined, step: number): number | undefined {
  return number === undefined ? undefined : number + step;
}

function orderProblems(journal: JournalName, { entry }: Link, before: number | undefined): readonly string[] {
  if (entry === undefined) return [];
  const { seq, run } = entry.event;
  const problems: string[] = [];
  if (before !== undefined && seq !== before + 1) {
    const follows = before === 0 ? 'it stands first' : `it follows event ${before}`;
    problems.push(`${follows}, where event ${before + 1} should be: an event was dropped, added or moved.`);
  }
  if (`/${run}` !== journal.slice(journal.indexOf('/'))) problems.push(`it belongs to the run ${run}.`);
  return problems;
}

/** A completed phase keeps its commit alive, and that commit is the one it speaks of. */
async function anchorProblems(storage: GitStorage, { event, anchor }: EntryCommit): Promise<readonly string[]> {
  if (event.type !== 'phase.completed') return [];
  const problems: string[] = [];
  if (event.data.commit !== anchor) {
    problems.push(
      `it speaks of the commit ${showValue(event.data.commit ?? null)} but keeps ${showValue(anchor ?? null)}.`,
    );
  }
  if (anchor === undefined) return problems;
  const { object, damage } = await readWhole(storage, anchor);
  if (damage !== undefined) problems.push(`the phase commit: ${damage}.`);
  else if (object?.type !== 'commit') problems.push(`the phase commit ${anchor} is a ${object?.type}.`);
  return problems;
}

/** What is wrong with the files of an entry: where, as the end of a place, and what. */
async function attachmentProblems(
  storage: GitStorage,
  { tree }: EntryCommit,
): Promise<readonly (readonly [string, string])[]> {
  if (tree === storage.emptyTree.id) return [];
  const { object, damage } = await readWhole(storage, tree);
  if (damage !== undefined) return [[', list of attachments', `${damage}.`]];
  if (object?.type !== 'tree') return [[', list of attachments', `object ${tree} is a ${object?.type}, not a tree.`]];
  const problems: [string, string][] = [];
  for (const { name, id } of decodeTree(object.content, storage.repository.zeroId.length / 2)) {
    const read = await readWhole(storage, id);
    if (read.damage !== undefined) problems.push([`, attachment ${name}`, `${read.damage}.`]);
    else if (read.object?.type !== 'blob') problems.push([`, attachment ${name}`, `object ${id} is not a file.`]);
  }
  return problems;
}

function sentence(error: unknown): string {
  if (isBatonError(error)) return error.message.replaceAll(/\s+/g, ' ');
  throw error;
}
