import type { TestReport } from '../../../evidence/report.ts';
import { editTree, type TreeEdits } from '../../../sys/git/tree-edit.ts';
import type { ProveOptions } from '../../proof.ts';
import type { Surroundings } from '../surroundings.ts';

/** Runs tests on a tree with some files altered: all of them, or those of some files. */
export async function proveAltered(
  tree: string,
  edits: TreeEdits,
  only: readonly string[] | undefined,
  around: Surroundings,
  options: Pick<ProveOptions, 'fresh'> = {},
): Promise<TestReport> {
  const edited = await editTree(around.repository, tree, edits, around.list);
  const selection = only === undefined ? {} : { selection: { files: only } };
  return (await around.prover.prove(edited, { ...options, ...selection, altered: true })).report;
}

/** Whether tests noticed what was altered: one failed, a file could not be loaded, or the run did not come to its end. */
export function isNoticed({ tests, uncollected, runErrors, incomplete }: TestReport): boolean {
  if (incomplete !== null || uncollected.length > 0 || runErrors.length > 0) return true;
  return tests.some(({ outcome }) => outcome === 'failed' || outcome === 'errored');
}
