import { createHash } from 'node:crypto';
import { BatonError } from '../base/error.ts';
import { canonicalJson, copyJson, type JsonValue } from '../base/json.ts';
import { placeEvent } from './place-event.ts';
import type { Entry, Head, JournalName, LocalItem, Shelf, Store } from './store.ts';

/** The store for tests and for handoffs that need not outlive the process. */
export function openMemoryStore(): Store {
  const journals = new Map<JournalName, Entry[]>();
  const contents = new Map<string, Buffer>();
  const notes = new Map<string, ReadonlyMap<string, string>>();
  const watchers = new Set<(journal: JournalName) => void>();

  const headOf = (journal: JournalName): Head | undefined => journals.get(journal)?.at(-1)?.id;

  return {
    local: memoryShelf(),
    capabilities: { durable: false, shared: false, chained: true, remotes: false },
    async head(journal) {
      return headOf(journal);
    },
    async append(journal, expected, event, extras = {}) {
      const entries = journals.get(journal) ?? [];
      const placed = placeEvent(journal, event, extras, entries.length + 1);
      if (headOf(journal) !== expected) return { ok: false, head: headOf(journal) };
      const attachments: Record<string, string> = {};
      for (const [name, content] of Object.entries(extras.attachments ?? {})) {
        const bytes = Buffer.from(content);
        attachments[name] = hash(bytes);
        contents.set(hash(bytes), bytes);
      }
      const link = copyJson({ expected, placed, attachments, anchor: extras.anchor }, 'entry') as JsonValue;
      const entry: Entry = { id: hash(canonicalJson(link)), event: placed, attachments, anchor: extras.anchor };
      journals.set(journal, [...entries, entry]);
      for (const notify of watchers) queueMicrotask(() => notify(journal));
      return { ok: true, head: entry.id, event: placed };
    },
    async last(journal) {
      return journals.get(journal)?.at(-1);
    },
    async read(journal, after) {
      const entries = journals.get(journal) ?? [];
      return after === undefined ? entries : entries.slice(entries.findIndex(({ id }) => id === after) + 1);
    },
    async attachment(id) {
      return contents.get(id);
    },
    async list(kind) {
      return [...journals.keys()].filter((name) => name.startsWith(`${kind}/`)).sort();
    },
    async heads(kind) {
      const names = [...journals.keys()].filter((name) => name.startsWith(`${kind}/`)).sort();
      return new Map(names.map((name) => [name, headOf(name) as Head]));
    },
    watch(onChange, signal) {
      watchers.add(onChange);
      signal.addEventListener('abort', () => watchers.delete(onChange));
    },
    async audit() {
      return [];
    },
    async writeNotes(name, texts) {
      const before = notes.get(name);
      notes.set(name, new Map([...(before ?? []), ...texts]));
      return [...texts].filter(([commit, text]) => before?.get(commit) !== text).map(([commit]) => commit);
    },
    async readNotes(name) {
      return notes.get(name) ?? new Map();
    },
    async listNotes() {
      return [...notes.keys()];
    },
    async findCommits() {
      return [];
    },
    async sync() {
      throw new BatonError('not_found', 'A store in memory has no remotes.');
    },
    async archive() {
      return [];
    },
    close() {
      watchers.clear();
    },
  };
}

function memoryShelf(): Shelf {
  const items = new Map<string, Map<string, { readonly item: LocalItem; readonly content: Buffer }>>();
  return {
    async put(run, name, content, at) {
      const bytes = typeof content === 'object' && 'tree' in content ? Buffer.alloc(0) : Buffer.from(content);
      const shelf = items.get(run) ?? new Map();
      items.set(run, shelf.set(name, { item: { name, bytes: bytes.length, at }, content: bytes }));
    },
    async get(run, name) {
      return items.get(run)?.get(name)?.content;
    },
    async list(run) {
      return [...(items.get(run)?.values() ?? [])].map(({ item }) => item);
    },
    async drop(run) {
      items.delete(run);
    },
  };
}

function hash(content: Buffer | string): string {
  return createHash('sha1').update(content).digest('hex');
}
