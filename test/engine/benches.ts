import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openWorkbench, type Workbench, type WorkbenchOptions } from '../../src/engine/workbench.ts';
import { openRepository, type Repository } from '../../src/sys/git/repository.ts';
import { gitIn, temporaryRepository } from '../repository.ts';

export interface Bench {
  readonly repository: Repository;
  readonly bench: Workbench;
  /** The commit the workbench stands at. */
  readonly base: string;
  /** A path in the workbench. */
  at(path: string): string;
}

/** Writes files below a directory: path -> text. */
export function writeFiles(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

/** Commits everything in a directory, whatever is ignored, and gives the commit. */
export function commitAll(path: string, message = 'x'): string {
  gitIn(path, 'add', '--all', '--force');
  gitIn(path, 'commit', '--quiet', '--allow-empty', '--message', message);
  return gitIn(path, 'rev-parse', 'HEAD');
}

/** A repository with some files, and a workbench at its commit. */
export async function benchOf(
  files: Readonly<Record<string, string>>,
  options?: WorkbenchOptions,
  ...initOptions: string[]
): Promise<Bench> {
  const path = temporaryRepository(...initOptions);
  writeFiles(path, files);
  const base = commitAll(path);
  const repository = await openRepository(path);
  const bench = await openWorkbench(repository, 'r1', options);
  onTestFinished(() => bench.destroy());
  await bench.reset(base);
  return { repository, bench, base, at: (name) => join(bench.path, name) };
}

/** What git says of a tree: `mode path` lines. */
export function listed({ cwd }: Repository, tree: string): string[] {
  const said = execFileSync('git', ['ls-tree', '-r', '-z', tree], { cwd, encoding: 'utf8' });
  return said.split('\0').flatMap((line) => {
    const [, mode, path] = /^(\d+) \w+ \w+\t([\s\S]*)$/.exec(line) ?? [];
    return mode === undefined ? [] : [`${mode} ${path}`];
  });
}

export function textIn({ cwd }: Repository, tree: string, path: string): string {
  return execFileSync('git', ['cat-file', 'blob', `${tree}:${path}`], { cwd, encoding: 'utf8' });
}
