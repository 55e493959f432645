import { git } from '../../sys/git/git.ts';
import { gitObject } from '../../sys/git/object-file.ts';
import { decodeTree } from '../../sys/git/tree.ts';
import type { JournalEvent } from '../../workflow/event.ts';
import type { Entry, Extras, Head, JournalName } from '../store.ts';
import { corrupt, decodeEntry } from './entry-commit.ts';
import type { GitStorage } from './git-storage.ts';

/** How many journals are kept in memory, and how many entries are read one behind the other before git lists the rest. */
const KEPT_JOURNALS = 32;
const SHORT_WALK = 32;
const READ_AHEAD = 256;

interface Linked extends Entry {
  readonly previous: Head | undefined;
}

/** Reads journals and remembers what it read: entries never change, so only what is new is read again. */
export interface JournalReader {
  entry(id: Head): Promise<Entry>;
  /** All entries up to `head`, or those behind `after`. */
  chain(journal: JournalName, head: Head, after: Head | undefined): Promise<readonly Entry[]>;
  /** Tells the reader what was just appended, so that it need not be read. */
  remember(journal: JournalName, previous: Head | undefined, id: Head, event: JournalEvent, extras: Extras): void;
}

export function openJournalReader({ repository, reader, emptyTree }: GitStorage): JournalReader {
  const known = new Map<JournalName, readonly Linked[]>();
  const idBytes = repository.zeroId.length / 2;
  let latest: Linked | undefined;

  async function link(id: Head): Promise<Linked> {
    if (latest?.id === id) return latest;
    const object = await reader.read(id);
    if (object === undefined) throw corrupt(id, 'the object is missing');
    const { tree, previous, anchor, event } = decodeEntry(id, object.type, object.content);
    return { id, previous, anchor, event, attachments: tree === emptyTree.id ? {} : await attachmentsOf(id, tree) };
  }

  async function attachmentsOf(id: Head, tree: string): Promise<Readonly<Record<string, string>>> {
    const object = await reader.read(tree);
    if (object === undefined) throw corrupt(id, `its tree ${tree} is missing`);
    return Object.fromEntries(decodeTree(object.content, idBytes).map((entry) => [entry.name, entry.id]));
  }

  /** Entries from `head` back to but without `stop`, newest first: a few one by one, many with git's help. */
  async function walk(head: Head, stop: Head | undefined): Promise<Linked[]> {
    const walked: Linked[] = [];
    let at: Head | undefined = head;
    while (at !== undefined && at !== stop) {
      if (walked.length === SHORT_WALK) return [...walked, ...(await walkFar(at, stop))];
      const entry = await link(at);
      walked.push(entry);
      at = entry.previous;
    }
    return walked;
  }

  async function walkFar(head: Head, stop: Head | undefined): Promise<Linked[]> {
    const range = stop === undefined ? [head] : [head, `^${stop}`];
    const listed = await git({ cwd: repository.commonDir, gitDir: repository.commonDir }, [
      'rev-list',
      '--first-parent',
      ...range,
    ]);
    const ids = listed.split('\n').filter((line) => line !== '');
    const walked: Linked[] = [];
    for (let at = 0; at < ids.length; at += READ_AHEAD) {
      walked.push(...(await Promise.all(ids.slice(at, at + READ_AHEAD).map(link))));
    }
    const root = stop === undefined ? walked.findIndex((entry) => entry.previous === undefined) : -1;
    return root < 0 ? walked : walked.slice(0, root + 1);
  }

  /** The entries behind one of a journal that is not in memory, without reading what comes before; nothing if it is not in it. */
  async function chainBehind(journal: JournalName, head: Head, after: Head): Promise<readonly Linked[] | undefined> {
    const { event } = await link(after);
    const fresh = (await walk(head, after)).reverse();
    if (fresh.length > 0 && fresh[0]?.previous !== after) return undefined;
    checkOrder(journal, fresh, 0, event.seq);
    return fresh;
  }

  function keep(journal: JournalName, entries: readonly Linked[]): void {
    known.delete(journal);
    known.set(journal, entries);
    const [oldest] = known.keys();
    if (known.size > KEPT_JOURNALS && oldest !== undefined) known.delete(oldest);
  }

  return {
    entry: link,
    async chain(journal, head, after) {
      if (after !== undefined && !known.has(journal)) {
        const behind = await chainBehind(journal, head, after);
        if (behind !== undefined) return behind;
      }
      const before = known.get(journal) ?? [];
      const last = before.at(-1)?.id;
      const fresh = last === head ? [] : (await walk(head, last)).reverse();
      const joins = fresh.length === 0 || fresh[0]?.previous === last;
      // The journal was replaced by another history: what is known of it leads nowhere.
      const all = joins ? [...before, ...fresh] : (await walk(head, undefined)).reverse();
      checkOrder(journal, all, joins ? before.length : 0);
      keep(journal, all);
      if (after === undefined) return all;
      const place = all.findIndex(({ id }) => id === after);
      if (place < 0) throw corrupt(after, `it is not in the journal ${journal}`);
      return all.slice(place + 1);
    },
    remember(journal, previous, id, event, extras) {
      const ids = Object.entries(extras.attachments ?? {}).map(([name, content]) => {
        const bytes = typeof content === 'string' ? content : Buffer.from(content);
        return [name, gitObject(repository, 'blob', bytes).id];
      });
      latest = { id, previous, event, anchor: extras.anchor, attachments: Object.fromEntries(ids) };
      const before = known.get(journal);
      if (before !== undefined && before.at(-1)?.id === previous) keep(journal, [...before, latest]);
    },
  };
}

/** Every event stands at its own place and in its own journal. */
function checkOrder(journal: JournalName, entries: readonly Linked[], from: number, before = 0): void {
  for (let index = from; index < entries.length; index++) {
    const { id, event } = entries[index] as Linked;
    const place = before + index + 1;
    if (event.seq !== place) throw corrupt(id, `it says it is event ${event.seq} but stands at place ${place}`);
    if (`/${event.run}` !== journal.slice(journal.indexOf('/'))) {
      throw corrupt(id, `it belongs to ${event.run}, not to ${journal}`);
    }
  }
}
