import { now } from '../../base/clock.ts';
import { BatonError } from '../../base/error.ts';
import { git } from '../../sys/git/git.ts';
import { type GitObject, gitObject, writeDurably } from '../../sys/git/object-file.ts';
import { moveRef, readRef } from '../../sys/git/ref-file.ts';
import { DIRECTORY_MODE, decodeTree, encodeTree, FILE_MODE, type TreeEntry } from '../../sys/git/tree.ts';
import type { LocalItem, LocalLimits, Shelf } from '../store.ts';
import type { GitStorage } from './git-storage.ts';

/** What is kept by default: enough to look into the last days' refusals, never enough to fill a disk. */
export const LOCAL_LIMITS: LocalLimits = { items: 200, bytes: 64 * 1024 * 1024, days: 30 };

/**
 * What a run leaves that is never pushed: refused candidates and transcripts. One ref per run, whose commit has them as
 * its tree and lists them, oldest first, in its message. What goes over a limit goes from the front.
 */
export function openShelf(storage: GitStorage, limits: LocalLimits): Shelf {
  const { repository, reader } = storage;

  async function load(run: string): Promise<Shelved> {
    const head = readRef(repository, localRef(run));
    const object = head === undefined ? undefined : await reader.read(head);
    if (object === undefined) return { head, items: [], entries: new Map() };
    const text = object.content.toString('utf8');
    const items: LocalItem[] = JSON.parse(text.slice(text.indexOf('\n\n', text.indexOf('\n\n') + 2)));
    const tree = await reader.read(`${head}^{tree}`);
    const entries = tree === undefined ? [] : decodeTree(tree.content, repository.zeroId.length / 2);
    return { head, items, entries: new Map(entries.map((entry) => [entry.name, entry])) };
  }

  return {
    async put(run, name, content, at) {
      checkItemName(name);
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const shelved = await load(run);
        const { entry, objects } = describeContent(storage, name, content);
        const added = [...shelved.items.filter((item) => item.name !== name), { name, bytes: sizeOf(content), at }];
        const items = withinLimits(added, limits, at);
        const entries = new Map([...shelved.entries, [name, entry]]);
        const commit = shelfObjects(storage, items, entries);
        await writeDurably(repository, [...objects, ...commit]);
        const id = commit.at(-1)?.id ?? '';
        if ((await moveRef(repository, localRef(run), id, shelved.head)) === 'moved') return;
      }
      throw new BatonError('lost_race', `The local record of ${run} kept moving. Try again.`);
    },
    async get(run, name) {
      const entry = (await load(run)).entries.get(name);
      return entry === undefined || entry.mode === DIRECTORY_MODE ? undefined : (await reader.read(entry.id))?.content;
    },
    async list(run) {
      return (await load(run)).items;
    },
    async drop(run) {
      const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
      await git(place, ['update-ref', '-d', localRef(run)]);
    },
  };
}

type Content = Parameters<Shelf['put']>[2];

interface Shelved {
  readonly head: string | undefined;
  readonly items: readonly LocalItem[];
  readonly entries: ReadonlyMap<string, TreeEntry>;
}

const MOST_ATTEMPTS = 20;

function localRef(run: string): string {
  return `refs/baton/local/${run}`;
}

/** The newest items that fit all limits. The one just added stays, however large: it is what somebody wants to see. */
function withinLimits(items: readonly LocalItem[], limits: LocalLimits, at: string): readonly LocalItem[] {
  const oldest = Date.parse(at) - limits.days * 86_400_000;
  const kept: LocalItem[] = [];
  let bytes = 0;
  for (const item of items.toReversed()) {
    bytes += item.bytes;
    if (kept.length > 0 && (kept.length >= limits.items || bytes > limits.bytes || Date.parse(item.at) < oldest)) break;
    kept.push(item);
  }
  return kept.reverse();
}

/** A tree counts nothing: its files are mostly shared with the run's own commits. */
function sizeOf(content: Content): number {
  if (typeof content === 'string') return Buffer.byteLength(content);
  return 'tree' in content ? 0 : content.byteLength;
}

function describeContent({ repository }: GitStorage, name: string, content: Content): Described {
  if (typeof content === 'object' && 'tree' in content) {
    return { entry: { mode: DIRECTORY_MODE, name, id: content.tree }, objects: [] };
  }
  const blob = gitObject(repository, 'blob', typeof content === 'string' ? content : Buffer.from(content));
  return { entry: { mode: FILE_MODE, name, id: blob.id }, objects: [blob] };
}

interface Described {
  readonly entry: TreeEntry;
  readonly objects: readonly GitObject[];
}

/** The tree and the commit of a shelf. They are waited for although nobody needs them after a crash: a ref that leads
 * nowhere would make git's own collection fail. */
function shelfObjects(
  { repository }: GitStorage,
  items: readonly LocalItem[],
  entries: ReadonlyMap<string, TreeEntry>,
): GitObject[] {
  const listed = items.flatMap(({ name }) => entries.get(name) ?? []);
  const tree = gitObject(repository, 'tree', encodeTree(listed));
  const who = `Baton <baton@localhost> ${Math.floor(now().getTime() / 1000)} +0000`;
  const message = `baton: local record, ${items.length} items\n\n${JSON.stringify(items)}\n`;
  const commit = gitObject(repository, 'commit', `tree ${tree.id}\nauthor ${who}\ncommitter ${who}\n\n${message}`);
  return [tree, commit];
}

function checkItemName(name: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name)) return;
  throw new BatonError(
    'invalid_input',
    `Invalid name for a local record: ${JSON.stringify(name)} (expected letters, digits, dots and hyphens).`,
  );
}
