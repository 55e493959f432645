import { dirname, join } from 'node:path';
import { flushDirectory } from '../durable.ts';
import { branchHead, isAncestor } from './branch.ts';
import { workTreeOn } from './checked-out.ts';
import { commitTree, signedCommit, treeOf } from './commit.ts';
import { askGit, lastLine, runGit } from './git.ts';
import { mergeInCheckout } from './merge-in-checkout.ts';
import { type MergeOutcome, type MergeRequest, mergeParents } from './merge-request.ts';
import type { Repository } from './repository.ts';
import { checkId } from './tree-listing.ts';

/**
 * Merges a commit into a branch: in the work tree that has the branch checked out, as the user would do it, or on the
 * branch alone if none has.
 */
export async function mergeInto(repository: Repository, request: MergeRequest): Promise<MergeOutcome> {
  for (const id of [request.ours, request.theirs, request.tree]) checkId(repository, id);
  const at = branchHead(repository, request.into);
  if (at === undefined) return { state: 'moved', at };
  if (await isAncestor(repository, request.theirs, at)) return { state: 'is_there', commit: at };
  if (at !== request.ours) return { state: 'moved', at };
  if (request.squash && (await treeOf(repository, at)) === request.tree) return { state: 'is_there', commit: at };
  const workTree = await workTreeOn(repository, request.into);
  return workTree === undefined ? mergeOnBranch(repository, request) : mergeInCheckout(repository, workTree, request);
}

async function mergeOnBranch(repository: Repository, request: MergeRequest): Promise<MergeOutcome> {
  const { into, ours, tree, message, at } = request;
  const merge = { tree, parents: mergeParents(request), message, at };
  const commit = (await wantsSigning(repository, request))
    ? await signedCommit(repository, merge)
    : { id: await commitTree(repository, merge) };
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
  return (await askGit(placeOf(repository), ['config', '--type=bool', '--get', 'commit.gpgSign'])) === 'true\n';
}

function placeOf({ commonDir }: Repository) {
  return { cwd: commonDir, gitDir: commonDir };
}
