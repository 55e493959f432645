import { BatonError } from '../../base/error.ts';
import { type BytePath, pathText } from './byte-path.ts';
import { type GitPlace, lastLine, runGit } from './git.ts';
import type { Repository } from './repository.ts';
import { type BlobText, type DiffLimits, readTexts } from './tree-diff-texts.ts';
import { checkId, SUBMODULE_MODE } from './tree-listing.ts';

const KINDS = { A: 'added', M: 'modified', D: 'deleted', R: 'renamed', C: 'copied', T: 'typechange' } as const;

export type TreeFileMode = '100644' | '100755' | '120000' | '160000';

/** One file that differs between two trees, in the form `src/evidence/diff.ts` judges. */
export interface TreeChange {
  readonly path: string;
  readonly from?: string | undefined;
  readonly kind: (typeof KINDS)[keyof typeof KINDS];
  readonly modeBefore: TreeFileMode | null;
  readonly modeAfter: TreeFileMode | null;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly blobBefore?: string | undefined;
  readonly blobAfter?: string | undefined;
  readonly binary: boolean;
}

/**
 * What differs between two trees, with the texts as far as they are no larger than the limits. Renames and copies are
 * found as git finds them; where comparing all with all would take too long, git gives up copies first, then renames.
 */
export async function treeDiff(
  repository: Repository,
  before: string,
  after: string,
  limits?: DiffLimits,
): Promise<TreeChange[]> {
  const changes = await rawChanges(repository, checkId(repository, before), checkId(repository, after));
  const blobs = changes.flatMap(({ old, now }) => [old, now].filter((side) => side.mode !== SUBMODULE_MODE));
  const ids = blobs.flatMap(({ id }) => id ?? []);
  const texts = await readTexts(repository, ids, limits);
  return changes.map((change) => describe(change, texts));
}

interface Side {
  /** Nothing where the file does not exist. */
  readonly mode: TreeFileMode | null;
  readonly id: string | undefined;
}

interface RawChange {
  readonly status: keyof typeof KINDS;
  readonly old: Side;
  readonly now: Side;
  readonly path: BytePath;
  readonly from: BytePath | undefined;
}

/** How many pairs are compared at most: the square of this. */
const RENAME_LIMIT = 1000;

const DIFF = [
  ...['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--find-renames', '--find-copies', '--find-copies-harder'],
  ...[`-l${RENAME_LIMIT}`, '--ignore-submodules=none', '--no-ext-diff', '--no-textconv', '--end-of-options'],
];

async function rawChanges(repository: Repository, before: string, after: string): Promise<RawChange[]> {
  const { code, stdout, stderr } = await runGit(placeOf(repository), [...DIFF, before, after]);
  if (code !== 0) throw new BatonError('git_failed', `Cannot compare ${before} with ${after}: ${lastLine(stderr)}.`);
  const fields = stdout.toString('latin1').split('\0');
  const changes: RawChange[] = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const [modeBefore = '', modeAfter = '', idBefore, idAfter, score = ''] = (fields[at++] ?? '').slice(1).split(' ');
    const status = score.charAt(0) as keyof typeof KINDS;
    const from = status === 'R' || status === 'C' ? fields[at++] : undefined;
    const path = fields[at++] ?? '';
    changes.push({ status, old: sideOf(modeBefore, idBefore), now: sideOf(modeAfter, idAfter), path, from });
  }
  return changes;
}

const NO_FILE = '000000';

function sideOf(mode: string, id: string | undefined): Side {
  return mode === NO_FILE ? { mode: null, id: undefined } : { mode: mode as TreeFileMode, id };
}

function describe({ status, old, now, path, from }: RawChange, texts: ReadonlyMap<string, BlobText>): TreeChange {
  const [before, after] = [old, now].map(({ id }) => texts.get(id ?? ''));
  return {
    path: pathText(path),
    ...(from === undefined ? {} : { from: pathText(from) }),
    kind: KINDS[status],
    modeBefore: old.mode,
    modeAfter: now.mode,
    ...(before?.text === undefined ? {} : { before: before.text }),
    ...(after?.text === undefined ? {} : { after: after.text }),
    ...(old.id === undefined ? {} : { blobBefore: old.id }),
    ...(now.id === undefined ? {} : { blobAfter: now.id }),
    binary: before?.binary === true || after?.binary === true,
  };
}

function placeOf({ commonDir }: Repository): GitPlace {
  return { cwd: commonDir, gitDir: commonDir };
}
