import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { directoryForFile } from '../../directories.ts';
import { gitIn } from '../../repository.ts';
import { type Session, SUM } from './sum.ts';

/** A repository to run Baton in, and what stands beside it. */
export interface Project {
  /** The user's checkout. */
  readonly path: string;
  /** What the agents do: `plan.json`. */
  readonly plan: string;
  /** An empty directory beside the checkout, for whatever a test needs. */
  readonly beside: string;
  /** Where Baton puts temporary files, its cache and the user's secret: nothing of a test stays behind. */
  readonly environment: Readonly<Record<string, string>>;
}

export type Files = Readonly<Record<string, string>>;

/** A new, empty project of node:test whose agents build `sum` in two cycles, unless sessions say otherwise. */
export function newProject(sessions: readonly Session[] = [], files: Files = {}): Project {
  const project = emptyDirectory(sessions);
  gitIn(project.beside, 'init', '--quiet', '--initial-branch=main', project.path);
  commitFiles(project.path, { 'package.json': PACKAGE, ...files }, 'start');
  return project;
}

const PACKAGE = '{ "name": "tiny", "type": "module", "scripts": { "test": "node --test" } }\n';

/** A place for a checkout that is still to be made. */
export function emptyDirectory(sessions: readonly Session[] = []): Project {
  const root = directoryForFile('run');
  const place = (name: string) => join(root, name);
  for (const name of ['checkout', 'beside', 'temporary', 'cache', 'config']) mkdirSync(place(name));
  const project = {
    path: place('checkout'),
    plan: place('plan.json'),
    beside: place('beside'),
    environment: {
      TMPDIR: place('temporary'),
      XDG_CACHE_HOME: place('cache'),
      XDG_CONFIG_HOME: place('config'),
    },
  };
  rewritePlan(project, sessions);
  return project;
}

/** What the agents do from now on. */
export function rewritePlan({ plan }: Project, sessions: readonly Session[]): void {
  writeFileSync(plan, JSON.stringify([...sessions, ...SUM]));
}

/** Writes files and commits everything there is. */
export function commitFiles(path: string, files: Files, message: string): string {
  writeFiles(path, files);
  gitIn(path, 'add', '--all');
  gitIn(path, 'commit', '--quiet', '--no-verify', '--message', message);
  return gitIn(path, 'rev-parse', 'HEAD');
}

export function writeFiles(path: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
}
