import { randomBytes } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { now } from '../base/clock.ts';
import { git } from '../sys/git/git.ts';
import type { Repository } from '../sys/git/repository.ts';
import { namesIn, removeIfOurs } from '../sys/owned-name.ts';
import { createPrivatePlace } from '../sys/private-place.ts';
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

/**
 * Makes the project among the temporary files, with a script playing the agents. It outlives this process: people are told
 * to look around in it. The user removes it, or `sweepDemos` does when it was not used for a day.
 */
export async function makeDemoProject(script: string): Promise<DemoProject> {
  const path = join(realpathSync(tmpdir()), `${DEMO_PREFIX}${randomBytes(6).toString('hex')}`);
  createPrivatePlace(path);
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

const DEMO_PREFIX = 'baton-demo-';
const DEMO_NAME = /^baton-demo-[0-9a-f]{12}$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes the demo projects of this user that were not used for a day, but never the one that is in use now. */
export function sweepDemos(inUse: Repository): void {
  const directory = realpathSync(tmpdir());
  for (const name of namesIn(directory)) {
    const path = join(directory, name);
    if (!DEMO_NAME.test(name) || inUse.commonDir.startsWith(join(path, '/'))) continue;
    if (now().getTime() - lastUse(path) > DAY_MS) removeIfOurs(path);
  }
}

/** Commands of git and Baton leave their date on one of these. */
function lastUse(path: string): number {
  const used = ['', '.git', '.git/baton'].map(
    (name) => lstatSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs,
  );
  return Math.max(...used.map((ms) => ms ?? 0));
}
