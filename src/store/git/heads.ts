import { openRefList } from '../../sys/git/ref-list.ts';
import { type Head, isJournalName, type JournalName } from '../store.ts';
import { archivedHeads } from './archive.ts';
import type { GitStorage } from './git-storage.ts';

type Heads = ReadonlyMap<JournalName, Head>;

/** Where all journals of a kind end, over and over: the same map as long as none of them moved. */
export function openHeads(storage: GitStorage, kind: 'runs' | 'handoffs'): () => Promise<Heads> {
  const refs = openRefList(storage.repository, `refs/baton/${kind}/`);
  let last: { readonly own: ReadonlyMap<string, string>; readonly archived: Heads; readonly heads: Heads } | undefined;
  return async () => {
    // Refs come first: what is archived meanwhile is found in the archive, and not the other way round.
    const own = refs();
    const archived = await archivedHeads(storage);
    if (last?.own === own && last.archived === archived) return last.heads;
    const heads = new Map([...archived].filter(([journal]) => journal.startsWith(`${kind}/`)));
    for (const [ref, head] of own) {
      const journal = ref.slice('refs/baton/'.length);
      if (isJournalName(journal)) heads.set(journal, head);
    }
    last = { own, archived, heads };
    return heads;
  };
}
