import { BatonError } from '../base/error.ts';
import { git } from '../sys/git.ts';
import { DIRECTORY_MODE, decodeTree, encodeTree, FILE_MODE, type TreeEntry } from '../sys/git-tree.ts';
import { type GitObject, gitObject, writePending } from '../sys/object-file.ts';
import { moveRef, readRef } from '../sys/ref-file.ts';
import { type GitStorage, journalRef } from './git-storage.ts';
import { isJournalName, type JournalName } from './store.ts';

/**
 * Finished journals in one ref instead of one each: a commit whose tree has a file per journal that says where it ends,
 * and whose parents are those ends, so that nothing archived is ever collected. Pushing and listing stay cheap however
 * many runs there were.
 */
export const ARCHIVE_REF = 'refs/baton/archive/journals';

/** Where an archived journal ends, or nothing. */
export async function archivedHead(
  { repository, reader }: GitStorage,
  journal: JournalName,
): Promise<string | undefined> {
  if (readRef(repository, ARCHIVE_REF) === undefined) return undefined;
  const object = await reader.read(`${ARCHIVE_REF}:${journal}`);
  return object?.content.toString('latin1').trimEnd();
}

export async function archivedNames(storage: GitStorage, kind: 'runs' | 'handoffs'): Promise<JournalName[]> {
  const entries = await archiveEntries(storage, readRef(storage.repository, ARCHIVE_REF));
  return [...entries.keys()].filter((name) => name.startsWith(`${kind}/`));
}

/** Moves journals into the archive. Each stays readable at every moment: it leaves its own ref only afterwards. */
export async function archiveJournals(storage: GitStorage, journals: readonly JournalName[]): Promise<void> {
  const { repository } = storage;
  const heads = new Map<JournalName, string>();
  for (const journal of journals) {
    const head = readRef(repository, journalRef(journal));
    if (head !== undefined) heads.set(journal, head);
  }
  if (heads.size === 0) return;
  await extendArchive(storage, heads);
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const lines = [...heads].map(([journal, head]) => `delete ${journalRef(journal)} ${head}\n`);
  await git(place, ['update-ref', '--stdin'], lines.join(''));
}

/** Adds journals to the archive ref, again from the start whenever somebody else moved it meanwhile. */
export async function extendArchive(storage: GitStorage, heads: ReadonlyMap<JournalName, string>): Promise<void> {
  const { repository } = storage;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const current = readRef(repository, ARCHIVE_REF);
    const entries = await archiveEntries(storage, current);
    for (const [journal, head] of heads) entries.set(journal, head);
    const objects = archiveObjects(repository, entries, [
      ...(current === undefined ? [] : [current]),
      ...heads.values(),
    ]);
    const pending = objects.map((object) => writePending(repository, object));
    await Promise.all(pending.map((object) => object.flush()));
    for (const object of pending) await object.publish();
    const commit = objects.at(-1) as GitObject;
    if ((await moveRef(repository, ARCHIVE_REF, commit.id, current)) === 'moved') return;
  }
  throw new BatonError('lost_race', 'The archive kept moving while journals were being added. Try again.');
}

const MOST_ATTEMPTS = 20;

/** Journal -> where it ends, for an archive commit. */
export async function archiveEntries(
  { repository, reader }: GitStorage,
  commit: string | undefined,
): Promise<Map<JournalName, string>> {
  const found = new Map<JournalName, string>();
  if (commit === undefined) return found;
  const idBytes = repository.zeroId.length / 2;
  const root = await reader.read(`${commit}^{tree}`);
  for (const directory of root === undefined ? [] : decodeTree(root.content, idBytes)) {
    const tree = await reader.read(directory.id);
    const files = tree === undefined ? [] : decodeTree(tree.content, idBytes);
    const ends = await Promise.all(files.map((file) => reader.read(file.id)));
    for (const [index, file] of files.entries()) {
      const name = `${directory.name}/${file.name}`;
      if (isJournalName(name)) found.set(name, ends[index]?.content.toString('latin1').trimEnd() ?? '');
    }
  }
  return found;
}

function archiveObjects(
  repository: GitStorage['repository'],
  entries: ReadonlyMap<JournalName, string>,
  parents: readonly string[],
): GitObject[] {
  const files: GitObject[] = [];
  const folders = new Map<string, TreeEntry[]>();
  for (const [journal, head] of entries) {
    const [folder = '', name = ''] = journal.split('/');
    const file = gitObject(repository, 'blob', `${head}\n`);
    files.push(file);
    folders.set(folder, [...(folders.get(folder) ?? []), { mode: FILE_MODE, name, id: file.id }]);
  }
  const trees = [...folders].map(([name, list]) => ({ name, tree: gitObject(repository, 'tree', encodeTree(list)) }));
  const root = gitObject(
    repository,
    'tree',
    encodeTree(trees.map(({ name, tree }) => ({ mode: DIRECTORY_MODE, name, id: tree.id }))),
  );
  const seconds = Math.floor(Date.now() / 1000);
  const commit = gitObject(
    repository,
    'commit',
    [
      `tree ${root.id}`,
      ...new Set(parents.map((parent) => `parent ${parent}`)),
      `author Baton <baton@localhost> ${seconds} +0000`,
      `committer Baton <baton@localhost> ${seconds} +0000`,
      '',
      `baton: archive of ${entries.size} journals`,
      '',
    ].join('\n'),
  );
  return [...files, ...trees.map(({ tree }) => tree), root, commit];
}
