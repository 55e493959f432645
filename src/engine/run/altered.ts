import type { TestReport } from '../../evidence/report.ts';
import { editTree, type TreeEdits } from '../../sys/git/tree-edit.ts';
import type { Surroundings } from './surroundings.ts';

/** Runs tests on a tree with some files altered: all of them, or those of some files. */
export async function proveAltered(
  tree: string,
  edits: TreeEdits,
  only: readonly string[] | undefined,
  around: Surroundings,
): Promise<TestReport> {
  const edited = await editTree(around.repository, tree, edits, around.list);
  const selection = only === undefined ? {} : { selection: { files: only } };
  return (await around.prover.prove(edited, selection)).report;
}
