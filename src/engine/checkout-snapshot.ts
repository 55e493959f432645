import { BatonError } from '../base/error.ts';
import { bytePath } from '../sys/git/byte-path.ts';
import { openFileMemory } from '../sys/git/file-memory.ts';
import { headOf } from '../sys/git/head.ts';
import { checkoutIgnoreRules } from '../sys/git/ignore-rules.ts';
import { gitObject } from '../sys/git/object-file.ts';
import type { Repository } from '../sys/git/repository.ts';
import { type SnapshotProblem, takeSnapshot } from '../sys/git/snapshot.ts';
import { listTree } from '../sys/git/tree-listing.ts';
import { openShadow } from '../sys/shadow.ts';
import { DEPENDENCIES } from './workbench.ts';

/** The checkout as it stands, as a tree. */
export interface CheckoutSnapshot {
  readonly tree: string;
  /** Files of the project that are not in it, each with why. */
  readonly leftOut: readonly string[];
}

/**
 * Takes the files of the user's checkout as a tree: what is tracked, and what is not ignored, as they lie on the disk.
 * Index, refs and files stay as they are; folders with dependencies and repositories within it are left out.
 */
export async function snapshotCheckout(repository: Repository): Promise<CheckoutSnapshot> {
  const { checkout, batonDir } = repository;
  if (checkout === undefined) {
    throw new BatonError('invalid_input', 'This repository has no checkout. Name a commit or a run instead.');
  }
  const head = await headOf(repository);
  const tree = head?.tree ?? gitObject(repository, 'tree', '').id;
  const listing = head === undefined ? { files: new Map(), folders: new Map() } : await listTree(repository, tree);
  const place = { repository, root: checkout, shadow: openShadow(repository), memory: openFileMemory() };
  const taken = await takeSnapshot(
    place,
    { tree, listing },
    { exclude: DEPENDENCIES.map(bytePath), rules: checkoutIgnoreRules(checkout), clock: batonDir },
  );
  return { tree: taken.tree, leftOut: taken.problems.filter(isOfProject).map(told) };
}

/** What git would have taken. Sockets and other repositories are no part of a project. */
function isOfProject({ kind }: SnapshotProblem): boolean {
  return ['unreadable', 'too_large', 'refused_name'].includes(kind);
}

function told({ kind, path }: SnapshotProblem): string {
  return `${path} (${kind.replaceAll('_', ' ')})`;
}
