import { join } from 'node:path';
import { git } from '../sys/git/git.ts';
import { makePrivatePlace } from '../sys/private-place.ts';
import { writeText } from '../sys/staged-directory.ts';

/** A small project in a repository of its own, for a run to work on. */
export interface DemoProject {
  readonly path: string;
  /** The commits of a branch, oldest first, as `git log` shows them. */
  commits(branch: string): Promise<string>;
  /** The note on a commit. */
  note(commit: string): Promise<string>;
}

const FILES: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'stack-kata', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'README.md': '# A stack, built test by test\n',
};

/** Makes the project among the temporary files, with a script playing the agents. It stays until somebody removes it. */
export async function makeDemoProject(script: string): Promise<DemoProject> {
  const path = makePrivatePlace('baton-demo-');
  const files = { ...FILES, 'baton.yaml': `runner: scripted\ncommand: ${JSON.stringify(script)}\n` };
  for (const [name, text] of Object.entries(files)) writeText(join(path, name), text);
  await git({ cwd: path }, ['init', '--quiet', '--initial-branch=main']);
  await git({ cwd: path }, ['config', 'user.name', 'Demo']);
  await git({ cwd: path }, ['config', 'user.email', 'demo@example.com']);
  await git({ cwd: path }, ['add', '--all']);
  await git({ cwd: path }, ['commit', '--quiet', '--message', 'An empty project']);
  return {
    path,
    commits: (branch) => git({ cwd: path }, ['log', '--reverse', '--format=%h %s', '--end-of-options', branch]),
    note: (commit) => git({ cwd: path }, ['notes', '--ref=tdd-handoffs', 'show', commit]),
  };
}
