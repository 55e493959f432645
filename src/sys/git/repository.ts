import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { BatonError } from '../../base/error.ts';
import { lastLine, runGit } from './git.ts';

/** A git repository that Baton can read and write. */
export interface Repository {
  /** The directory it was opened from. */
  readonly cwd: string;
  /** The top of the work tree it was opened from; a bare repository has none. */
  readonly checkout: string | undefined;
  /** The git directory of this work tree. */
  readonly gitDir: string;
  /** The git directory all work trees share: objects, refs, and Baton's own files. */
  readonly commonDir: string;
  readonly bare: boolean;
  readonly hash: 'sha1' | 'sha256';
  /** Where new loose objects go. */
  readonly objectsDir: string;
  /** Where Baton keeps what is not part of any history: locks, caches, streams. */
  readonly batonDir: string;
  /** The id of nothing: what a ref that does not exist is compared with. */
  readonly zeroId: string;
}

/** Finds the repository a directory belongs to, and refuses the kinds Baton cannot write to safely. */
export async function openRepository(cwd: string): Promise<Repository> {
  const { code, stdout, stderr } = await runGit({ cwd }, [
    'rev-parse',
    '--absolute-git-dir',
    '--git-common-dir',
    '--is-bare-repository',
    '--show-object-format=storage',
    '--is-inside-work-tree',
    '--show-cdup',
  ]);
  if (code !== 0) {
    const reason = lastLine(stderr);
    throw new BatonError(
      'not_a_repository',
      `Not a usable git repository: ${cwd} (git says: ${reason}). Run this inside a repository, or \`git init\` first.`,
      { data: { cwd, reason } },
    );
  }
  const [gitDir = '', common = '', bare, format, inside, up = ''] = stdout.toString('utf8').split('\n');
  const commonDir = isAbsolute(common) ? common : resolve(cwd, common);
  const hash = format === 'sha256' ? 'sha256' : 'sha1';
  refuseReftable(commonDir);
  return {
    cwd,
    checkout: inside === 'true' ? resolve(cwd, up) : undefined,
    gitDir,
    commonDir,
    bare: bare === 'true',
    hash,
    objectsDir: join(commonDir, 'objects'),
    batonDir: join(commonDir, 'baton'),
    zeroId: '0'.repeat(hash === 'sha256' ? 64 : 40),
  };
}

/** Baton moves refs as files, under git's own locks; a reftable has none. */
function refuseReftable(commonDir: string): void {
  if (!existsSync(join(commonDir, 'reftable'))) return;
  throw new BatonError(
    'unsupported_repository',
    `${commonDir} stores its refs as a reftable, which Baton cannot write. Use a repository with the files format (git refs migrate --ref-format=files).`,
  );
}
