import { BatonError } from '../../base/error.ts';
import { git, lastLine, runGit } from './git.ts';
import type { Repository } from './repository.ts';

/** Settings of git that Baton may read and, when asked, write. */
export interface GitConfig {
  /** All values of a setting, wherever they are set. */
  read(key: string): Promise<readonly string[]>;
  /** Adds a value to this repository's own settings, once: a value that is there already stays alone. */
  add(key: string, value: string): Promise<void>;
}

export function openGitConfig(repository: Repository): GitConfig {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  return {
    async read(key) {
      const { code, stdout, stderr } = await runGit(place, ['config', '-z', '--get-all', key]);
      if (code === 0) return stdout.toString('utf8').split('\0').slice(0, -1);
      if (code === NOT_SET) return [];
      throw new BatonError('git_failed', `Cannot read the git setting ${key}: ${lastLine(stderr)}.`);
    },
    async add(key, value) {
      await git(place, ['config', '--local', '--replace-all', '--fixed-value', key, value, value]);
    },
  };
}

/** How `git config` says that a setting has no value. */
const NOT_SET = 1;
