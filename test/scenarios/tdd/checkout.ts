import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitIn } from '../../repository.ts';
import type { Project } from './project.ts';

/** Everything of a checkout that is its user's: HEAD, the index byte by byte, changed and untracked files, refs. */
export function lookAt({ path }: Pick<Project, 'path'>): Readonly<Record<string, string>> {
  const plain = (...args: string[]) => gitIn(path, '--no-optional-locks', ...args);
  return {
    head: readFileSync(join(path, '.git/HEAD'), 'utf8'),
    index: createHash('sha256')
      .update(readFileSync(join(path, '.git/index')))
      .digest('hex'),
    status: plain('status', '--porcelain=v2', '--branch', '--untracked-files=all', '--ignored'),
    diff: plain('diff'),
    refs: plain('for-each-ref')
      .replaceAll(/^.*refs\/(?:heads\/baton|baton|notes)\/.*\n?/gm, '')
      .trimEnd(),
    stash: plain('stash', 'list'),
  };
}
