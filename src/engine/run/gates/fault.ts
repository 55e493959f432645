import { withoutLoadEffects } from '../../../code/load-effects.ts';
import { blameTests } from '../../../evidence/contrary/contrary.ts';
import { isTested } from '../../../evidence/file-roles.ts';
import type { Reason } from '../../../evidence/reasons.ts';
import type { TestReport } from '../../../evidence/report.ts';
import { editTree } from '../../../sys/git/tree-edit.ts';
import type { Judged, Judgement } from '../judge.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { isUnsteady, MAX_FUNCTIONS, readSources, withSwitches } from './switched-tree.ts';

/**
 * The reasons of a refusal, with whose fault it is that tests pass whatever they expect. Such a test is made to run on the code
 * without what it does when it is loaded, one function after another doing nothing or giving something else: if it passes all
 * the same, the test is at fault and not the code.
 */
export async function withFault(
  judged: Judged,
  { reasons, report }: Judgement,
  turn: Turn,
  around: Surroundings,
): Promise<readonly Reason[]> {
  const tests = reasons.flatMap(({ code, tests: named = [] }) => (code === 'expectation_ignored' ? named : []));
  if (report === undefined || tests.length === 0) return reasons;
  const isBlind = await areBlind(tests, report, judged, turn, around);
  const blame = (one: Reason): Reason => (isBlind ? blameTests(one) : { ...one, fault: 'code' });
  return reasons.map((one) => (one.code === 'expectation_ignored' ? blame(one) : one));
}

/** Whether none of some tests notices anything of what the phase wrote. */
async function areBlind(
  tests: readonly string[],
  report: TestReport,
  { tree, changes }: Judged,
  { state }: Turn,
  around: Surroundings,
): Promise<boolean> {
  const roles = await around.roles(state.base.tree);
  const written = changes.filter(({ path, after }) => after !== undefined && isTested(path, roles));
  const paths = written.map(({ path }) => path);
  const edits = Object.fromEntries(
    (await readSources(tree, paths, around)).map((source) => [source.path, withoutLoadEffects(source)]),
  );
  const calm = await editTree(around.repository, tree, edits, around.list);
  const sources = await readSources(calm, paths, around);
  const functions = sources
    .flatMap(({ path, functions: all }) => all.map((one) => ({ ...one, path })))
    .slice(0, MAX_FUNCTIONS)
    .map((one, at) => ({ ...one, number: at + 1 }));
  if (functions.length === 0) return false;
  const only = report.tests.flatMap(({ id, file }) => (tests.includes(id) ? [file] : []));
  const asked = { tree: calm, functions, sources, accepted: report, only: [...new Set(only)] };
  around.onProgress('looking whether tests that pass whatever they expect notice anything');
  const sabotages = (['empty', 'anywhere'] as const).flatMap((mode) =>
    functions.map(({ number }) => ({ number, mode })),
  );
  const found = await withSwitches(asked, around, async (switched) => {
    const failing = await switched.failing(sabotages);
    return !failing.flat().some((id) => tests.includes(id));
  });
  // Tests that fail with nothing sabotaged miss what the code did when it was loaded.
  return !isUnsteady(found) && found;
}
