import { dirname, join } from 'node:path';
import { flushDirectory } from '../durable.ts';
import { branchHead, isAncestor } from './branch.ts';
import { workTreeOn } from './checked-out.ts';
import { commitTree } from './commit.ts';
import { lastLine, runGit } from './git.ts';
import { flushObjects } from './merge.ts';
import { mergeInCheckout } from './merge-in-checkout.ts';
import type { MergeOutcome, MergeRequest } from './merge-request.ts';
import type { Repository } from './repository.ts';
import { checkId } from './tree-listing.ts';

/**
 * Brings a commit home with a merge commit: in the work tree that has the branch checked out, as the user would do it, or
 * on the branch alone if none has.
 */
export async function mergeInto(repository: Repository, request: MergeRequest): Promise<MergeOutcome> {
  for (const id of [request.ours, request.theirs, request.tree]) checkId(repository, id);
  const at = branchHead(repository, request.into);
  if (at === undefined) return { state: 'moved', at };
  if (await isAncestor(repository, request.theirs, at)) return { state: 'is_there', commit: at };
  if (at !== request.ours) return { state: 'moved', at };
  const workTree = await workTreeOn(repository, request.into);
  return workTree === undefined ? mergeOnBranch(repository, request) : mergeInCheckout(repository, workTree, request);
}

async function mergeOnBranch(repository: Repository, request: MergeRequest): Promise<MergeOutcome> {
  const { into, ours, theirs, tree, message, at } = request;
  const commit = (await wantsSigning(repository, request))
    ? await signedCommit(repository, request)
    : { id: await commitTree(repository, { tree, parents: [ours, theirs], message, at }) };
  if ('why' in commit) return { state: 'refused', why: commit.why };
  const ref = `refs/heads/${into}`;
  const args = ['-c', 'core.fsync=all', 'update-ref', '-m', 'baton: merge', ref, commit.id, ours];
  const { code, stderr } = await runGit(placeOf(repository), args);
  if (code !== 0) {
    const now = branchHead(repository, into);
    return now === ours ? { state: 'refused', why: lastLine(stderr) } : { state: 'moved', at: now };
  }
  await flushDirectory(dirname(join(repository.commonDir, ref)));
  return { state: 'merged', commit: commit.id };
}

async function wantsSigning(repository: Repository, { sign }: MergeRequest): Promise<boolean> {
  if (sign !== undefined) return sign;
  const { stdout } = await runGit(placeOf(repository), ['config', '--type=bool', '--get', 'commit.gpgSign']);
  return stdout.toString('utf8') === 'true\n';
}

async function signedCommit(
  repository: Repository,
  { ours, theirs, tree, message, at }: MergeRequest,
): Promise<{ readonly id: string } | { readonly why: string }> {
  const started = Date.now();
  const date = `${Math.floor(at.getTime() / 1000)} +0000`;
  const place = { ...placeOf(repository), environment: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } };
  const args = ['-c', 'core.fsync=all', 'commit-tree', '-S', '-p', ours, '-p', theirs, '-F', '-', tree];
  const { code, stdout, stderr } = await runGit(place, args, message);
  if (code !== 0) return { why: lastLine(stderr) };
  await flushObjects(repository, started);
  return { id: stdout.toString('utf8').trimEnd() };
}

function placeOf({ commonDir }: Repository) {
  return { cwd: commonDir, gitDir: commonDir };
}
