import { compare, hides, isExecuted } from '../compare.ts';
import { judgeContrary } from '../contrary/contrary.ts';
import { ids, judgeSilenced, tellExpectedToFail, tellNotRun } from '../existing-tests.ts';
import { seenRoles } from '../files/seen-roles.ts';
import { judgeGreenChanges } from '../frozen-tests.ts';
import { judgePassing } from '../passing.ts';
import { factsOf, type ProofFacts, type ProofInput } from '../proof.ts';
import { decide, nameSome, type Reason, reason, type Verdict } from '../reasons.ts';
import type { RedFacts } from '../red/judge-red.ts';
import { isUnrun } from '../red/tests.ts';
import type { TestCase } from '../report.ts';
import { emptyReasons, unsoundReasons } from '../soundness.ts';
import { judgeWeakGreen } from '../weak.ts';

/** Green is judged against red: `before` is red's report, `red` what its verdict told. */
export interface GreenInput extends ProofInput {
  readonly red: Pick<RedFacts, 'newTests' | 'masked' | 'idle' | 'redFiles'>;
}

/** Judges green: everything passes, everything that has to run ran, and what red left is untouched. */
export function judgeGreen(given: GreenInput): Verdict<ProofFacts> {
  const input = { ...given, roles: seenRoles(given.roles, given.changes, given.before) };
  const found = judgeGreenChanges(input);
  if (input.after.strength === 'weak') return judgeWeakGreen(input, found);
  const unsound = unsoundReasons(input.after, 'The run of the tests', input.before, input.roles);
  if (unsound.length > 0) return decide([...found, ...unsound], factsOf(input));
  const newTests = [...input.red.newTests, ...ids(newlySeen(input))];
  const passing = judgePassing(input, { newTests, redFiles: input.red.redFiles });
  const reasons = [
    ...found,
    // What the compiler says comes first: that no test ran follows from it.
    ...passing.reasons,
    ...emptyReasons(input.after),
    ...judgeRun(input, newTests),
    ...judgeContrary(input.contrary),
  ];
  const contrary = input.contrary === undefined ? newTests : [];
  const facts = { ...factsOf(input), newTests, flaky: passing.flaky, rerun: passing.rerun, contrary };
  return decide(reasons, facts, facts.rerun.length > 0 || contrary.length > 0);
}

/**
 * Tests that red could not show because their file could not be loaded, and that no proof before red showed either. Those that
 * are skipped or announced need not run, as in red.
 */
function newlySeen({ before, after, red }: GreenInput): readonly TestCase[] {
  const known = new Set([...ids(before.tests), ...red.masked, ...red.idle]);
  const redFiles = before.uncollected.filter(({ file }) => red.redFiles.includes(file));
  return after.tests.filter(
    (test) => !known.has(test.id) && !isUnrun(test) && redFiles.some((one) => hides(one, test)),
  );
}

/** Whether all that has to run did: what red's report shows, what red hid, and the tests of the cycle. */
function judgeRun({ before, after, red }: GreenInput, newTests: readonly string[]): readonly Reason[] {
  const comparison = compare(before, after);
  // What could not be loaded is told by itself; that its tests did not run adds nothing.
  if (comparison.newlyUncollected.length > 0 || after.uncollected.some(({ file }) => red.redFiles.includes(file))) {
    return judgeSilenced(comparison);
  }
  const silenced = new Set(ids(comparison.newlySilenced));
  const ran = new Set(ids(after.tests.filter(isExecuted)));
  const required = [...new Set([...ids(before.tests.filter(isExecuted)), ...red.masked, ...newTests])];
  const own = new Set([...newTests, ...red.masked]);
  const excused = after.tests.filter(({ id, expectedToFail }) => own.has(id) && expectedToFail === true);
  const told = new Set(ids(comparison.newlyExpectedToFail));
  const marked = ids(excused).filter((id) => !told.has(id));
  return [
    ...judgeSilenced(comparison),
    ...tellExpectedToFail(marked),
    ...tellNotRun(required.filter((id) => !ran.has(id) && !silenced.has(id))),
    ...(newTests.some((id) => ran.has(id)) ? [] : [noNewTest(red.redFiles)]),
  ];
}

function noNewTest(redFiles: readonly string[]): Reason {
  const where = redFiles.length === 0 ? '' : ` in ${nameSome(redFiles)}`;
  return reason('no_new_test', `The new test of this cycle was not seen to run${where}. See that it is found.`, {
    paths: redFiles,
  });
}
