import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BatonError } from '../../base/error.ts';
import { flushObjects } from './flush-objects.ts';
import { askGit, git, lastLine, runGit } from './git.ts';
import { uncommittedIn } from './head.ts';
import { type MergeOutcome, type MergeRequest, mergeParents } from './merge-request.ts';
import type { Repository } from './repository.ts';

/**
 * Merges in the work tree that has the branch checked out, by the user's own git with the user's hooks and signature.
 * Files that git does not know may lie there: git itself refuses to overwrite them. What does not come out as proved is
 * taken back.
 */
export async function mergeInCheckout(
  repository: Repository,
  workTree: string,
  request: MergeRequest,
): Promise<MergeOutcome> {
  const place = { cwd: workTree };
  const gitDir = (await git(place, ['rev-parse', '--absolute-git-dir'])).trimEnd();
  const head = await askGit(place, ['symbolic-ref', '--quiet', 'HEAD']);
  if (head !== `refs/heads/${request.into}\n` || UNFINISHED.some((name) => existsSync(join(gitDir, name)))) {
    return { state: 'busy', workTree };
  }
  const changed = (await uncommittedIn(workTree)).filter(({ kind }) => kind !== 'untracked');
  if (changed.length > 0) return { state: 'dirty', workTree, paths: changed.map(({ path }) => path) };
  const hooks = await hookSettings(repository, workTree, request.hooks);
  const started = Date.now();
  const alone = { cwd: workTree, alone: true };
  const takeBack = async () => {
    if (existsSync(join(gitDir, 'MERGE_HEAD'))) await git(alone, ['merge', '--abort']);
    else if (existsSync(join(gitDir, SQUASH_MESSAGE))) {
      await git(alone, ['reset', '--quiet', '--merge', request.ours]);
      rmSync(join(gitDir, SQUASH_MESSAGE), { force: true });
    }
  };
  for (const args of request.squash ? squashCommands(request) : [mergeArguments(request)]) {
    const { code, stdout, stderr } = await runGit(alone, [...hooks, ...args]).catch(async (error: unknown) => {
      await takeBack();
      throw error;
    });
    if (code === 0) continue;
    await takeBack();
    return { state: 'refused', why: reasonIn(stdout.toString('utf8'), stderr) };
  }
  await flushObjects(repository, started);
  return checkResult(workTree, request);
}

/** Where git keeps the message of a squash until it is committed. */
const SQUASH_MESSAGE = 'SQUASH_MSG';

/** What git leaves in its directory while something goes on. */
const UNFINISHED = [
  ...['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'BISECT_LOG'],
  ...['rebase-merge', 'rebase-apply', 'sequencer'],
];

/** Settings that would make another kind of merge of it are overruled; all others are the user's. */
function mergeArguments({ message, theirs, sign }: MergeRequest): string[] {
  return [
    ...['-c', 'core.fsync=all', 'merge', '--no-ff', '--commit', '--no-squash', '--no-edit', '--no-log'],
    ...['--no-autostash', '--cleanup=whitespace', ...signing(sign), '-m', message, theirs],
  ];
}

/** Git makes no commit of a squash by itself. */
function squashCommands({ message, theirs, sign }: MergeRequest): string[][] {
  return [
    ['-c', 'core.fsync=all', 'merge', '--squash', '--no-log', '--no-autostash', theirs],
    ['-c', 'core.fsync=all', 'commit', '--quiet', '--cleanup=whitespace', ...signing(sign), '-m', message],
  ];
}

function signing(sign: boolean | undefined): string[] {
  if (sign === undefined) return [];
  return [sign ? '--gpg-sign' : '--no-gpg-sign'];
}

/** Git runs no hooks for Baton; this one call gets the user's back. */
async function hookSettings(repository: Repository, workTree: string, hooks: boolean): Promise<string[]> {
  if (!hooks) return [];
  const args = ['config', '--show-scope', '-z', '--type=path', '--get-all', 'core.hooksPath'];
  const fields = ((await askGit({ cwd: workTree }, args)) ?? '').split('\0');
  const own = fields.flatMap((scope, at) => (at % 2 === 0 && scope !== 'command' ? (fields[at + 1] ?? []) : []));
  return ['-c', `core.hooksPath=${own.at(-1) ?? join(repository.commonDir, 'hooks')}`];
}

async function checkResult(workTree: string, request: MergeRequest): Promise<MergeOutcome> {
  const place = { cwd: workTree };
  const [commit = '', tree = '', ...parents] = (await git(place, ['log', '-1', '--format=%H %T %P'])).trim().split(' ');
  if (tree === request.tree && parents.join(' ') === mergeParents(request).join(' ')) {
    return { state: 'merged', commit, workTree };
  }
  const { code } = await runGit({ ...place, alone: true }, ['reset', '--quiet', '--keep', request.ours]);
  if (code === 0) return { state: 'different', tree };
  throw new BatonError(
    'git_failed',
    `The merge in ${workTree} differs from the tested tree and cannot be rolled back, because files there have changed since. Check them, then run \`git reset --keep ${request.ours}\`.`,
    { data: { workTree, commit } },
  );
}

/** What a person needs to see of a refusal: a hook's last words, or git's. */
function reasonIn(stdout: string, stderr: string): string {
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
  const told = lastLine(stderr);
  return [...new Set([...lines.slice(-5), told])].join('\n');
}
