import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Story } from './story.ts';

/** A project to play a story in, with everything Baton may write to in one directory. */
export interface Stage {
  readonly story: Story;
  readonly root: string;
  readonly checkout: string;
  /** A line for every session that was played, written by the agents. */
  readonly log: string;
  /** What the agents' command is. */
  readonly agent: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  clear(): void;
}

/** A project whose tests are a shell script that prints TAP: quick, and of a framework that Baton drives. */
export function newStage(repository: string, story: Story): Stage {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'crashes-')));
  const place = (name: string) => join(root, name);
  for (const name of ['checkout', 'temporary', 'cache', 'config']) mkdirSync(place(name));
  const checkout = place('checkout');
  const log = place('sessions.log');
  writeFileSync(log, '');
  copyFileSync(join(repository, 'test/crashes/suite.sh'), join(checkout, 'suite.sh'));
  writeFileSync(join(checkout, 'baton.yaml'), story.settings);
  writeFileSync(join(checkout, 'README.md'), '# Words\n');
  writeFileSync(join(checkout, '.gitignore'), 'scrap/\n');
  const environment = {
    ...IDENTITY,
    TMPDIR: place('temporary'),
    XDG_CACHE_HOME: place('cache'),
    XDG_CONFIG_HOME: place('config'),
  };
  gitOf({ checkout }, 'init', '--quiet', '--initial-branch=main');
  gitOf({ checkout }, 'add', '--all');
  gitOf({ checkout }, 'commit', '--quiet', '--message', 'start');
  return {
    ...{ story, root, checkout, log, environment },
    agent: ['sh', join(repository, 'test/crashes', story.agents), log],
    clear: () => rmSync(root, { recursive: true, force: true }),
  };
}

const IDENTITY = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
};

/** What git says in the checkout, without the last line break. */
export function gitOf({ checkout }: Pick<Stage, 'checkout'>, ...args: string[]): string {
  const env = { ...process.env, ...IDENTITY };
  return execFileSync('git', args, {
    cwd: checkout,
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trimEnd();
}
