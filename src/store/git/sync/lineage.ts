import { git } from '../../../sys/git/git.ts';
import { decodeTree, FILE_MODE } from '../../../sys/git/tree.ts';
import type { Head, JournalName } from '../../store.ts';
import { corrupt, decodeEntry, type EntryCommit } from '../entry-commit.ts';
import type { GitStorage } from '../git-storage.ts';

/** Beyond this many entries git lists them, instead of one being read behind the other. */
const SHORT_WALK = 32;
const READ_AHEAD = 256;

/** How the heads of one journal stand to each other: all on one line, or two of them continued it differently. */
export type Kinship =
  | { readonly kind: 'line'; readonly places: ReadonlyMap<Head, number> }
  | { readonly kind: 'split'; readonly between: readonly [Head, Head]; readonly common: number };

/**
 * Compares heads of a journal along first parents. Everything above the shortest of them is read and checked on the
 * way, with `whole` also everything below; what is not this journal's event is an error that names the commit.
 */
export async function compareHeads(
  storage: GitStorage,
  journal: JournalName,
  heads: readonly Head[],
  whole: boolean,
): Promise<Kinship> {
  const lines: Line[] = [];
  for (const head of new Set(heads)) lines.push(await openLine(storage, journal, head));
  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      const common = await commonLength(one, other);
      if (common < Math.min(one.length, other.length)) {
        return { kind: 'split', between: [one.head, other.head], common };
      }
    }
  }
  if (whole) await Promise.all(lines.map((line) => line.at(1)));
  return { kind: 'line', places: new Map(lines.map(({ head, length }) => [head, length])) };
}

/** A journal seen from one head, read backwards as far as somebody asks. */
interface Line {
  readonly head: Head;
  readonly length: number;
  /** The entry at a place. Every entry from there to the head was checked. */
  at(place: number): Promise<Head>;
}

async function openLine(storage: GitStorage, journal: JournalName, head: Head): Promise<Line> {
  const last = await readEntry(storage, journal, head, undefined);
  const length = last.event.seq;
  const ids: Head[] = [head];
  let previous = last.previous;

  /** Takes in the next entries down the line, given what they should be. */
  function join(expected: readonly Head[], entries: readonly EntryCommit[]): void {
    for (const [index, entry] of entries.entries()) {
      const id = expected[index] as Head;
      if (id !== previous) throw corrupt(id, `it does not lead to event ${length - ids.length} of ${journal}`);
      ids.push(id);
      previous = entry.previous;
    }
  }

  return {
    head,
    length,
    async at(place) {
      while (ids.length <= length - place && previous !== undefined) {
        const missing = length - place + 1 - ids.length;
        const next =
          missing > SHORT_WALK ? await listBack(storage, previous, Math.min(missing, READ_AHEAD)) : [previous];
        const seq = length - ids.length;
        join(next, await Promise.all(next.map((id, index) => readEntry(storage, journal, id, seq - index))));
      }
      return ids[length - place] as Head;
    },
  };
}

/** How many entries two heads have in common. */
async function commonLength(one: Line, other: Line): Promise<number> {
  let place = Math.min(one.length, other.length);
  while (place > 0 && (await one.at(place)) !== (await other.at(place))) place -= 1;
  return place;
}

async function listBack({ repository }: GitStorage, head: Head, count: number): Promise<readonly Head[]> {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const listed = await git(place, ['rev-list', '--first-parent', `--max-count=${count}`, head]);
  return listed.split('\n').filter((line) => line !== '');
}

/** One entry, checked as far as it can be by itself: an event, of this journal, at this place, with plain files. */
async function readEntry(
  storage: GitStorage,
  journal: JournalName,
  id: Head,
  seq: number | undefined,
): Promise<EntryCommit> {
  const object = await storage.reader.read(id);
  if (object === undefined) throw corrupt(id, 'the object is missing');
  const entry = decodeEntry(id, object.type, object.content);
  const { event, tree } = entry;
  if (`/${event.run}` !== journal.slice(journal.indexOf('/'))) {
    throw corrupt(id, `it belongs to ${event.run}, not to ${journal}`);
  }
  if (seq !== undefined && event.seq !== seq) {
    throw corrupt(id, `it says it is event ${event.seq} but stands at place ${seq}`);
  }
  await checkFiles(storage, id, tree);
  return entry;
}

async function checkFiles({ repository, reader, emptyTree }: GitStorage, id: Head, tree: string): Promise<void> {
  if (tree === emptyTree.id) return;
  const object = await reader.read(tree);
  if (object?.type !== 'tree') throw corrupt(id, `its list of attachments ${tree} is missing`);
  const odd = decodeTree(object.content, repository.zeroId.length / 2).find(({ mode }) => mode !== FILE_MODE);
  if (odd !== undefined) throw corrupt(id, `its attachment ${JSON.stringify(odd.name)} is not a file`);
}
