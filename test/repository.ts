import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty directory that goes away with the test. */
export function temporaryDirectory(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'baton-test-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A new repository with one empty commit. */
export function temporaryRepository(...initOptions: string[]): string {
  const path = temporaryDirectory();
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', ...initOptions, path]);
  const tree = gitIn(path, 'hash-object', '-t', 'tree', '-w', '/dev/null');
  gitIn(path, 'update-ref', 'refs/heads/main', gitIn(path, 'commit-tree', '-m', 'start', tree));
  return path;
}

/** Runs git in a directory and gives its output without the last line break. */
export function gitIn(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();
}
