import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from '../sys/git/repository.ts';
import type { Finding } from './finding.ts';

/** What of a commit is not in the commit itself: proofs and agents get what git stores, and no more. */
export function treeFindings(
  { checkout }: Pick<Repository, 'checkout'>,
  submodules: readonly string[],
  exported: { readonly directory: string; readonly files: readonly string[] },
): Finding[] {
  return [...submoduleFindings(checkout, submodules), ...lfsFindings(checkout, exported)];
}

/** A submodule is another repository, of which a commit holds only the id. */
function submoduleFindings(checkout: string | undefined, submodules: readonly string[]): Finding[] {
  const isThere = (path: string) => checkout === undefined || existsSync(join(checkout, path, '.git'));
  const missing = submodules.filter((path) => !isThere(path));
  const present = submodules.filter(isThere);
  return [
    ...(missing.length === 0
      ? []
      : [
          {
            topic: 'submodules',
            state: 'bad' as const,
            told: `not initialised: ${listed(missing)}`,
            remedy: 'Run: git submodule update --init --recursive',
          },
        ]),
    ...(present.length === 0
      ? []
      : [
          {
            topic: 'submodules',
            state: 'limited' as const,
            told: `agents and tests see these folders empty, because a commit does not contain the files of a submodule: ${listed(present)}`,
            remedy: 'If tests need them, fetch them in tests.setup, or copy the files into the repository.',
          },
        ]),
  ];
}

/** A file that Git LFS keeps elsewhere is a pointer in the commit, whatever the checkout has made of it. */
function lfsFindings(
  checkout: string | undefined,
  { directory, files }: { readonly directory: string; readonly files: readonly string[] },
): Finding[] {
  const pointers = files.filter((file) => isPointer(join(directory, file)));
  if (pointers.length === 0) return [];
  const missing = pointers.filter((file) => checkout !== undefined && isPointer(join(checkout, file)));
  if (missing.length > 0) {
    const told = `Git LFS files that were not fetched: ${listed(missing)}`;
    return [{ topic: 'lfs', state: 'bad', told, remedy: 'Run: git lfs install && git lfs pull' }];
  }
  const told = `agents and tests see the pointers of Git LFS instead of these files, because a commit does not contain them: ${listed(pointers)}`;
  const remedy = 'If tests need them, fetch them in tests.setup, or keep small test data outside of LFS.';
  return [{ topic: 'lfs', state: 'limited', told, remedy }];
}

const POINTER = 'version https://git-lfs.github.com/spec/v1\n';
const MAX_POINTER_BYTES = 1024;

function isPointer(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size > MAX_POINTER_BYTES || stat.size < POINTER.length) return false;
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(POINTER.length);
    return readSync(file, start) === POINTER.length && start.toString('utf8') === POINTER;
  } finally {
    closeSync(file);
  }
}

const MAX_NAMED = 5;

function listed(paths: readonly string[]): string {
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : '';
  return `${paths.slice(0, MAX_NAMED).join(', ')}${more}`;
}
