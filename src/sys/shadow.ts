import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './durable.ts';
import { git } from './git/git.ts';
import type { Repository } from './git/repository.ts';

/**
 * A git directory of Baton's own that shares the repository's objects and none of its settings: no filters, no line-ending
 * or encoding changes, no hooks, whatever the repository's configuration or attributes say. Trees are exported from it
 * and snapshots taken through it byte for byte.
 */
export interface Shadow {
  /** Writes the files of a tree into an empty directory. */
  exportTree(tree: string, directory: string): Promise<void>;
}

export function openShadow(repository: Repository): Shadow {
  const gitDir = join(repository.batonDir, 'shadow.git');
  prepare(repository, gitDir);

  function run(args: readonly string[], index: string, workTree: string): Promise<string> {
    const environment = {
      GIT_DIR: gitDir,
      GIT_WORK_TREE: workTree,
      GIT_INDEX_FILE: index,
      GIT_OBJECT_DIRECTORY: repository.objectsDir,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
    };
    return git({ cwd: workTree, environment }, args);
  }

  return {
    async exportTree(tree, directory) {
      const scratch = mkdtempSync(join(gitDir, 'index-'));
      try {
        const index = join(scratch, 'index');
        await run(['read-tree', tree], index, directory);
        await run(['checkout-index', '--all', '--force', '--quiet'], index, directory);
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
    },
  };
}

/** Attributes in the git directory itself stand above those of any `.gitattributes` file. */
const ATTRIBUTES = '* -text -eol -ident -filter -working-tree-encoding -diff -merge\n';

/** Makes the directory whole before it gets its name, so that a half-made one is never used. */
function prepare(repository: Repository, gitDir: string): void {
  if (existsSync(gitDir)) return;
  mkdirSync(repository.batonDir, { recursive: true });
  const fresh = mkdtempSync(join(repository.batonDir, 'shadow-'));
  for (const name of ['objects', 'refs', 'info']) mkdirSync(join(fresh, name));
  const format = repository.hash === 'sha256' ? '[extensions]\n\tobjectFormat = sha256\n' : '';
  const version = repository.hash === 'sha256' ? 1 : 0;
  const core = `\trepositoryFormatVersion = ${version}\n\tbare = false\n\tautocrlf = false\n\tsymlinks = true\n\tfileMode = true\n`;
  writeFileSync(join(fresh, 'config'), `[core]\n${core}\thooksPath = /dev/null\n\tfsmonitor = false\n${format}`);
  writeFileSync(join(fresh, 'HEAD'), 'ref: refs/heads/none\n');
  writeFileSync(join(fresh, 'info', 'attributes'), ATTRIBUTES);
  try {
    renameSync(fresh, gitDir);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
  }
}
