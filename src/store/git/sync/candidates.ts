import { runGit } from '../../../sys/git/git.ts';
import { type GitObject, gitObject, writeDurably } from '../../../sys/git/object-file.ts';
import { listRefs } from '../../../sys/git/ref-file.ts';
import type { Repository } from '../../../sys/git/repository.ts';
import { type Head, isJournalName, type RunNeeds, type SyncReport, type SyncWork } from '../../store.ts';
import type { GitStorage } from '../git-storage.ts';
import type { Change } from './transfer.ts';

/** What is to be done at the remote about what unfinished runs need, and what is worth saying about it. */
export interface CandidatePlan {
  readonly changes: readonly Change[];
  readonly sent: SyncReport['candidates'];
  readonly tooLarge: SyncReport['tooLarge'];
}

/**
 * Brings `refs/baton/candidates/<run>` at the remote to what the journals say, which are the same on both sides by now. Runs
 * that are left alone, or of which this clone does not have what they need, are left as they are there.
 */
export async function candidatesThere(
  storage: GitStorage,
  fetched: ReadonlyMap<string, Head>,
  untouched: ReadonlySet<string>,
  { unfinished }: SyncWork,
): Promise<CandidatePlan> {
  const changes: Change[] = [];
  const sent: string[] = [];
  const tooLarge: { run: string; bytes: number }[] = [];
  if (unfinished === undefined) return { changes, sent, tooLarge };
  for (const run of runsToLookAt(storage, fetched)) {
    if (untouched.has(`runs/${run}`)) continue;
    const needs = await unfinished.needsOf(run);
    const from = fetched.get(`${FOLDER}${run}`);
    const ref = `refs/baton/${FOLDER}${run}`;
    if (needs === 'nothing' && from !== undefined) changes.push({ ref, from, to: undefined });
    if (needs === undefined || needs === 'nothing') continue;
    const carried = await carry(storage, run, { ...needs, maxBytes: unfinished.maxBytes, there: from });
    if (carried.bytes !== undefined) tooLarge.push({ run, bytes: carried.bytes });
    if (carried.commit === undefined || carried.commit === from) continue;
    changes.push({ ref, from, to: carried.commit });
    if (needs.candidate !== undefined && carried.bytes === undefined) sent.push(run);
  }
  return { changes, sent, tooLarge };
}

const FOLDER = 'candidates/';

/** Archived runs are finished: of those only what a remote still has is looked at. */
function runsToLookAt({ repository }: GitStorage, fetched: ReadonlyMap<string, Head>): readonly string[] {
  const here = [...listRefs(repository, 'refs/baton/runs/').keys()].map((ref) => ref.slice('refs/baton/runs/'.length));
  const there = [...fetched.keys()].filter((name) => name.startsWith(FOLDER)).map((name) => name.slice(FOLDER.length));
  return [...new Set([...here, ...there])].filter((run) => isJournalName(`runs/${run}`)).sort();
}

/** The commit that carries what a run needs, on the disk; no commit where it is not here. */
async function carry(
  { repository, reader }: GitStorage,
  run: string,
  {
    base,
    candidate,
    since,
    maxBytes,
    there,
  }: RunNeeds & { readonly maxBytes: number; readonly there: Head | undefined },
): Promise<{ readonly commit?: Head; readonly bytes?: number }> {
  const baseTree = (await reader.read(`${base}^{tree}`))?.id;
  if (baseTree === undefined) return {};
  const whole = carrier(repository, run, candidate ?? baseTree, base, since);
  if (whole.id === there) return { commit: whole.id };
  const bytes = candidate === undefined ? 0 : await addedBytes(repository, candidate, baseTree);
  if (bytes === undefined) return {};
  const isTooLarge = bytes > maxBytes;
  const commit = isTooLarge ? carrier(repository, run, baseTree, base, since) : whole;
  await writeDurably(repository, [commit]);
  return { commit: commit.id, ...(isTooLarge ? { bytes } : {}) };
}

/** What a tree has that another has not, in bytes as stored; undefined if part of it is not here. */
async function addedBytes({ commonDir }: Repository, tree: string, without: string): Promise<number | undefined> {
  const args = ['rev-list', '--objects', '--disk-usage', tree, `^${without}`];
  const { code, stdout } = await runGit({ cwd: commonDir, gitDir: commonDir }, args);
  return code === 0 ? Number(stdout.toString('utf8').trim()) : undefined;
}

function carrier(repository: Repository, run: string, tree: string, base: string, since: string): GitObject {
  const who = `Baton <baton@localhost> ${Math.floor(Date.parse(since) / 1000)} +0000`;
  const lines = [
    `tree ${tree}`,
    `parent ${base}`,
    `author ${who}`,
    `committer ${who}`,
    '',
    `baton: what ${run} needs`,
    '',
  ];
  return gitObject(repository, 'commit', lines.join('\n'));
}
