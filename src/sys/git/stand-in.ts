import { join } from 'node:path';
import { removeAll } from '../removal.ts';
import { type GitPlace, git } from './git.ts';

/**
 * Makes a repository of a directory, with everything in it as one commit, for tests that ask git about their project. It
 * knows nothing of the repository the files came from: no history, no remote, no settings of the user.
 */
export async function makeStandIn(directory: string): Promise<void> {
  const place: GitPlace = { cwd: directory, environment: STRANGER };
  // One that tests left behind could make git run anything.
  removeAll(join(directory, '.git'));
  await git(place, ['init', '--quiet', '--template=', '--initial-branch=main']);
  await git(place, ['-c', 'core.autocrlf=false', 'add', '--all', '--force']);
  await git(place, ['commit', '--quiet', '--allow-empty', '--no-gpg-sign', '--message=The files under test']);
}

const STRANGER = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'baton',
  GIT_AUTHOR_EMAIL: 'baton@localhost',
  GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'baton',
  GIT_COMMITTER_EMAIL: 'baton@localhost',
  GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z',
};
