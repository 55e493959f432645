import { isFailing } from '../../../evidence/compare.ts';
import { judgeContrary } from '../../../evidence/contrary/contrary.ts';
import { nameSome, type Reason, reason } from '../../../evidence/reasons.ts';
import type { TestCase, TestReport } from '../../../evidence/report.ts';
import { isRefusable, refusalOf, suspectTests } from '../../../evidence/sabotage/sabotage.ts';
import type { Judged, Judgement } from '../judge.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { checkContrary } from './contrary.ts';
import { judgeProof } from './proof.ts';
import {
  isUnsteady,
  MAX_FUNCTIONS,
  ownName,
  readSources,
  sourceFiles,
  withSwitches,
  wordsIn,
} from './switched-tree.ts';

/**
 * Judges the test of an agent that says that the item is implemented already. It is held to all that red asks for but that
 * it fails: it has to pass on the existing code, and to fail when it expects something else or the code is sabotaged. That is
 * no pass: whether it shows what the item asks for, a person decides.
 */
export async function judgeImplemented(judged: Judged, turn: Turn, around: Surroundings): Promise<Judgement> {
  const judgement = await judgeProof('red', judged, turn, around);
  const { report, remember } = judgement;
  const newTests = remember?.new_tests ?? [];
  const failing = report?.tests.filter((test) => isFailing(test) && newTests.includes(test.id)) ?? [];
  const others = judgement.reasons.filter(({ code }) => code !== 'test_passes_before_implementation');
  if (others.length > 0) return { ...judgement, reasons: others };
  if (judgement.reasons.length === 0 || failing.length > 0) {
    return { ...judgement, reasons: [refuted(failing.map(({ id }) => id))] };
  }
  const tests = report?.tests.filter(({ id }) => newTests.includes(id)) ?? [];
  const hollow = await checkContrary(tests, judged, around);
  const ignored = judgeContrary(hollow);
  if (ignored.length > 0) return { ...judgement, reasons: ignored };
  const idle = report === undefined ? [] : await unnoticing(newTests, report, judged, turn, around);
  const refused = suspectTests(idle).filter(isRefusable).map(refusalOf);
  return { ...judgement, reasons: refused.length > 0 ? refused : [shown(newTests)] };
}

/** The new tests, if none of them notices when a function that they name is sabotaged. */
async function unnoticing(
  newTests: readonly string[],
  report: TestReport,
  { tree }: Judged,
  { state }: Turn,
  around: Surroundings,
): Promise<readonly TestCase[]> {
  const tests = report.tests.filter(({ id }) => newTests.includes(id));
  const only = [...new Set(tests.map(({ file }) => file))];
  const sources = await readSources(tree, await sourceFiles(tree, await around.roles(state.base.tree), around), around);
  const words = await wordsIn(tree, only, around);
  const functions = sources
    .flatMap(({ path, functions: all }) => all.map((one) => ({ ...one, path })))
    .filter((one) => words.has(ownName(one)))
    .slice(0, MAX_FUNCTIONS)
    .map((one, at) => ({ ...one, number: at + 1 }));
  if (functions.length === 0) return [];
  const asked = { tree, functions, sources, accepted: report, only };
  const found = await withSwitches(asked, around, async (switched): Promise<readonly TestCase[]> => {
    for (const mode of ['near', 'empty', 'far'] as const) {
      const failing = await switched.failing(functions.map(({ number }) => ({ number, mode })));
      if (failing.flat().some((id) => newTests.includes(id))) return [];
    }
    return tests;
  });
  return isUnsteady(found) ? [] : found;
}

function shown(tests: readonly string[]): Reason {
  const named = tests.length === 0 ? 'the exit code of the test command says so' : nameSome(tests);
  return reason('already_implemented', `The new test passes on the existing code: ${named}.`, { tests });
}

function refuted(tests: readonly string[]): Reason {
  const named = tests.length === 0 ? '' : `: ${nameSome(tests)}`;
  const message = `You reported already_implemented, but the new test fails on the existing code${named}. Report complete if it fails for the right reason.`;
  return reason('not_implemented', message, { tests });
}
