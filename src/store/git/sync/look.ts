import { BatonError, isBatonError } from '../../../base/error.ts';
import { runGit } from '../../../sys/git/git.ts';
import { listRefs, readRef } from '../../../sys/git/ref-file.ts';
import { type Head, isJournalName, type JournalName, type Refused } from '../../store.ts';
import { ARCHIVE_REF } from '../archive.ts';
import { type ArchiveEntries, readArchive } from '../archive-commit.ts';
import type { GitStorage } from '../git-storage.ts';
import { compareHeads } from './lineage.ts';
import { type Difference, type Ends, sameEnds } from './plan.ts';

/** Everything one side has, as far as it is to be exchanged. */
export interface Side {
  readonly own: ReadonlyMap<JournalName, Head>;
  readonly archive: { readonly commit: Head | undefined; readonly entries: ArchiveEntries };
}

export async function lookHere(storage: GitStorage): Promise<Side> {
  const { repository } = storage;
  const own = new Map<JournalName, Head>();
  for (const kind of ['runs', 'handoffs']) {
    for (const [ref, head] of listRefs(repository, `refs/baton/${kind}/`)) {
      const journal = ref.slice('refs/baton/'.length);
      if (isJournalName(journal)) own.set(journal, head);
    }
  }
  const commit = readRef(repository, ARCHIVE_REF);
  return { own, archive: { commit, entries: await readArchive(storage, commit) } };
}

/** The other side, out of what was fetched; what cannot be Baton's is refused, and everything else goes on. */
export async function lookThere(
  storage: GitStorage,
  fetched: ReadonlyMap<string, Head>,
  ours: Side,
): Promise<{ readonly theirs: Side; readonly refused: readonly Refused[]; readonly archiveShut: boolean }> {
  const own = new Map<JournalName, Head>();
  const refused: Refused[] = [];
  for (const [name, head] of fetched) {
    if (name.startsWith('notes/') || name.startsWith('candidates/') || name === ARCHIVE) continue;
    if (isJournalName(name)) own.set(name, head);
    else refused.push({ journal: name, why: 'This is not the name of a run, a handoff or the archive.' });
  }
  const commit = fetched.get(ARCHIVE);
  const known = commit === undefined || commit === ours.archive.commit;
  try {
    const entries = await readArchive(storage, commit);
    if (!known) await checkReach(storage, commit, entries);
    return { theirs: { own, archive: { commit, entries } }, refused, archiveShut: false };
  } catch (error) {
    refused.push({ journal: ARCHIVE, why: whyNot(error) });
    return { theirs: { own, archive: { commit, entries: new Map() } }, refused, archiveShut: true };
  }
}

const ARCHIVE = 'archive/journals';

/** Every journal the two sides do not have alike. A history that cannot be read, theirs or ours, is refused. */
export async function compareSides(
  storage: GitStorage,
  ours: Side,
  theirs: Side,
): Promise<{ readonly differences: readonly Difference[]; readonly refused: readonly Refused[] }> {
  const differences: Difference[] = [];
  const refused: Refused[] = [];
  const names = [ours, theirs].flatMap(({ own, archive }) => [...own.keys(), ...archive.entries.keys()]);
  for (const journal of [...new Set(names)].sort()) {
    const [mine, other] = [endsOf(ours, journal), endsOf(theirs, journal)];
    if (sameEnds(mine, other)) continue;
    try {
      differences.push({ journal, ours: mine, theirs: other, kinship: await kinshipOf(storage, journal, mine, other) });
    } catch (error) {
      refused.push({ journal, why: whyNot(error) });
    }
  }
  return { differences, refused };
}

function endsOf({ own, archive }: Side, journal: JournalName): Ends {
  return { own: own.get(journal), archived: archive.entries.get(journal) };
}

/** What only one side has is read to its first event: nobody has checked it yet. */
function kinshipOf(storage: GitStorage, journal: JournalName, ours: Ends, theirs: Ends) {
  const [mine, other] = [ours, theirs].map(({ own, archived }) => [own, archived].filter((head) => head !== undefined));
  const whole = mine?.length === 0 || other?.length === 0;
  return compareHeads(storage, journal, [...(mine ?? []), ...(other ?? [])], whole);
}

/** An archive must keep alive what it lists, or the next collection would take it. */
async function checkReach({ repository }: GitStorage, commit: Head, entries: ArchiveEntries): Promise<void> {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const revisions = `${[...entries.values(), `^${commit}`].join('\n')}\n`;
  const { code, stdout } = await runGit(place, ['rev-list', '--max-count=1', '--stdin'], revisions);
  if (code !== 0 || stdout.length > 0) {
    throw new BatonError('corrupt_journal', `The archive ${commit} lists journals that it does not hold.`);
  }
}

function whyNot(error: unknown): string {
  if (isBatonError(error) && error.code === 'corrupt_journal') return error.message;
  throw error;
}
