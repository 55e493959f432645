import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode } from '../durable.ts';
import { git } from './git.ts';
import { resolveRefName } from './ref-file.ts';
import type { Repository } from './repository.ts';

/**
 * The work tree that has a branch checked out, or will come back to it: git leaves the branch while it rebases or bisects
 * and moves it, or returns to it, in the end. Nobody can be kept from checking a branch out a moment later.
 */
export async function workTreeOn(repository: Repository, branch: string): Promise<string | undefined> {
  const places = [mainPlace(repository), ...linkedPlaces(repository)];
  const own = `refs/heads/${branch}`;
  const refs = new Set([own, resolveRefName(repository, own)]);
  for (const { gitDir, path } of places) {
    if (![...refs].some((ref) => usesRef(gitDir, ref))) continue;
    if (gitDir !== repository.commonDir || !(await isBare(repository))) return path;
  }
  return undefined;
}

/** All work trees of a repository, by the paths they were made with and by those that no link is part of. */
export function workTrees(repository: Repository): string[] {
  const { bare, checkout, commonDir } = repository;
  const main = basename(commonDir) === '.git' && !bare ? [dirname(commonDir)] : [];
  const linked = linkedPlaces(repository).map(({ path }) => path);
  const places = [...(checkout === undefined ? [] : [checkout]), ...main, ...linked].filter((path) => existsSync(path));
  return [...new Set(places.flatMap((path) => [resolve(path), realpathSync(path)]))];
}

interface WorkTreePlace {
  readonly gitDir: string;
  readonly path: string;
}

function mainPlace({ cwd, gitDir, commonDir }: Repository): WorkTreePlace {
  const beside = basename(commonDir) === '.git' ? dirname(commonDir) : commonDir;
  return { gitDir: commonDir, path: gitDir === commonDir && beside === commonDir ? cwd : beside };
}

/** Work trees made by `git worktree add`. One that was deleted counts only if it was locked: it may be on another disk. */
function linkedPlaces({ commonDir }: Repository): WorkTreePlace[] {
  const directory = join(commonDir, 'worktrees');
  if (!existsSync(directory)) return [];
  return readdirSync(directory).flatMap((name) => {
    const gitDir = join(directory, name);
    const path = dirname(textOf(join(gitDir, 'gitdir')));
    return existsSync(path) || existsSync(join(gitDir, 'locked')) ? [{ gitDir, path }] : [];
  });
}

function usesRef(gitDir: string, ref: string): boolean {
  const says = (file: string) => textOf(join(gitDir, file));
  return (
    says('HEAD') === `ref: ${ref}` ||
    says('rebase-merge/head-name') === ref ||
    says('rebase-apply/head-name') === ref ||
    says('rebase-merge/update-refs').split('\n').includes(ref) ||
    [ref.replace(/^refs\/heads\//, ''), ref].includes(says('BISECT_START'))
  );
}

/** The directory all work trees share may belong to none: then its HEAD is nobody's. */
async function isBare({ commonDir }: Repository): Promise<boolean> {
  const said = await git({ cwd: commonDir, gitDir: commonDir }, ['rev-parse', '--is-bare-repository']);
  return said === 'true\n';
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return '';
  }
}
