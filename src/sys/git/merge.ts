import { BatonError } from '../../base/error.ts';
import { pathText } from './byte-path.ts';
import { flushObjects } from './flush-objects.ts';
import { git, lastLine, runGit } from './git.ts';
import type { Repository } from './repository.ts';
import { checkId } from './tree-listing.ts';

/** The tree two commits merge to, or the files in which they contradict each other. */
export type MergedTrees =
  | { readonly tree: string }
  | {
      readonly conflicts: readonly string[];
      /** What git says about them, a line each. */
      readonly told: readonly string[];
    };

/**
 * Merges two commits without touching any branch or file. Asked from the user's checkout, so that attributes and merge
 * drivers are those that count when the user merges. When it returns, the tree is on the disk; nothing refers to it yet.
 */
export async function mergeTrees(repository: Repository, ours: string, theirs: string): Promise<MergedTrees> {
  const started = Date.now();
  const ids = [ours, theirs].map((id) => checkId(repository, id));
  const args = ['-c', 'core.fsync=all', 'merge-tree', '--write-tree', '-z', '--name-only', ...ids];
  const { code, stdout, stderr } = await runGit({ cwd: repository.cwd }, args);
  if (code === UNKNOWN_OPTION) throw await tooOld(repository);
  const [tree = '', ...rest] = stdout.toString('latin1').split('\0');
  if (code > 1 || tree === '') {
    throw new BatonError('git_failed', `Cannot merge ${theirs} into ${ours}: ${lastLine(stderr)}.`);
  }
  if (code === 1) return describeConflicts(rest);
  await flushObjects(repository, started);
  return { tree };
}

/** How git says that it does not know `--write-tree`. */
const UNKNOWN_OPTION = 129;

async function tooOld({ cwd }: Repository): Promise<BatonError> {
  const version = (await git({ cwd }, ['version'])).trim();
  return new BatonError('git_failed', `Merging needs git 2.38 or later, and this is ${version}. Update git.`);
}

/** Paths up to an empty field, then messages of a count, so many paths, a kind and a text each. */
function describeConflicts(fields: readonly string[]): MergedTrees {
  const end = fields.indexOf('');
  const told: string[] = [];
  for (let at = end + 1; at + 1 < fields.length; ) {
    at += 1 + Number(fields[at]);
    const [kind = '', text = ''] = fields.slice(at, at + 2);
    if (kind.startsWith('CONFLICT')) told.push(pathText(text.trim()));
    at += 2;
  }
  return { conflicts: fields.slice(0, end).map(pathText), told };
}
