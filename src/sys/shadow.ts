import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultPoint } from '../base/fault-point.ts';
import { errorCode } from './durable.ts';
import type { BytePath } from './git/byte-path.ts';
import { checkIgnored } from './git/check-ignore.ts';
import { type GitPlace, git } from './git/git.ts';
import { encodeIndex } from './git/index-file.ts';
import type { Repository } from './git/repository.ts';
import type { Listed } from './git/tree-listing.ts';
import { ownedEnd } from './owned-name.ts';

/**
 * A git directory of Baton's own that shares the repository's objects and none of its settings: no filters, no line-ending
 * or encoding changes, no hooks, whatever the repository's configuration or attributes say. Trees are exported from it
 * and snapshots taken through it byte for byte.
 */
export interface Shadow {
  /** Writes the files of a tree into an empty directory. */
  exportTree(tree: string, directory: string): Promise<void>;
  /** Writes some files into a directory in which nothing stands in their way. */
  exportFiles(files: ReadonlyMap<BytePath, Listed>, directory: string): Promise<void>;
  /** Those of some paths (folders end in a slash) that the `.gitignore` files in a directory ignore. */
  ignoredPaths(paths: readonly BytePath[], directory: string): Promise<ReadonlySet<BytePath>>;
}

export function openShadow(repository: Repository): Shadow {
  const gitDir = join(repository.batonDir, 'shadow.git');
  prepare(repository, gitDir);

  function placeOf(workTree: string, index: string): GitPlace {
    const environment = {
      GIT_DIR: gitDir,
      GIT_WORK_TREE: workTree,
      GIT_INDEX_FILE: index,
      GIT_OBJECT_DIRECTORY: repository.objectsDir,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
    };
    return { cwd: workTree, environment };
  }

  async function withIndex<T>(work: (index: string) => Promise<T>): Promise<T> {
    const scratch = join(gitDir, `index-${ownedEnd()}`);
    mkdirSync(scratch);
    try {
      return await work(join(scratch, 'index'));
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }

  return {
    exportTree(tree, directory) {
      return withIndex(async (index) => {
        const place = placeOf(directory, index);
        await git(place, ['read-tree', tree]);
        await git(place, ['checkout-index', '--all', '--force', '--quiet']);
      });
    },
    exportFiles(files, directory) {
      return withIndex(async (index) => {
        faultPoint('index.before');
        writeFileSync(index, encodeIndex(repository, files));
        faultPoint('index.written');
        await git(placeOf(directory, index), ['checkout-index', '--all', '--quiet']);
      });
    },
    ignoredPaths(paths, directory) {
      return checkIgnored(placeOf(directory, join(gitDir, 'no-index')), paths, BY_DIRECTORY);
    },
  };
}

/** By the `.gitignore` files of the directory alone, not by those of a user. */
const BY_DIRECTORY = ['-c', 'core.excludesFile=/dev/null'];

/** Attributes in the git directory itself stand above those of any `.gitattributes` file. */
const ATTRIBUTES = '* -text -eol -ident -filter -working-tree-encoding -diff -merge\n';

/** Makes the directory whole before it gets its name, so that a half-made one is never used. */
function prepare(repository: Repository, gitDir: string): void {
  if (existsSync(gitDir)) return;
  mkdirSync(repository.batonDir, { recursive: true });
  const fresh = join(repository.batonDir, `shadow-${ownedEnd()}`);
  mkdirSync(fresh);
  for (const name of ['objects', 'refs', 'info']) mkdirSync(join(fresh, name));
  const format = repository.hash === 'sha256' ? '[extensions]\n\tobjectFormat = sha256\n' : '';
  const version = repository.hash === 'sha256' ? 1 : 0;
  const core = `\trepositoryFormatVersion = ${version}\n\tbare = false\n\tautocrlf = false\n\tsymlinks = true\n\tfileMode = true\n`;
  writeFileSync(join(fresh, 'config'), `[core]\n${core}\thooksPath = /dev/null\n\tfsmonitor = false\n${format}`);
  writeFileSync(join(fresh, 'HEAD'), 'ref: refs/heads/none\n');
  writeFileSync(join(fresh, 'info', 'attributes'), ATTRIBUTES);
  try {
    faultPoint('shadow.written');
    renameSync(fresh, gitDir);
    faultPoint('shadow.made');
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
  }
}
