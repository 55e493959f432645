import { type Comparison, compare, isExecuted } from '../compare.ts';
import { judgeContrary } from '../contrary/contrary.ts';
import { ids, judgeSilenced, tellExpectedToFail, tellNotRun, tellRenamed, tellSkipped } from '../existing-tests.ts';
import { seenRoles } from '../files/seen-roles.ts';
import { judgePassing } from '../passing.ts';
import { factsOf, type ProofFacts, type ProofInput } from '../proof.ts';
import { decide, type Reason, reasonFor, type Verdict } from '../reasons.ts';
import { judgeTestChanges } from '../red/changes.ts';
import { newTestsOf } from '../red/tests.ts';
import type { TestCase } from '../report.ts';
import { emptyReasons, unsoundReasons } from '../soundness.ts';
import { judgeWeakGreen } from '../weak.ts';

/**
 * Judges a phase that writes code and tests together: everything passes, what was there still runs and says what it
 * said, and new tests check something. Since the new tests were never seen to fail, they are made to expect something
 * else, as those of green are.
 */
export function judgeTests(given: ProofInput): Verdict<ProofFacts> {
  const input = { ...given, roles: seenRoles(given.roles, given.changes, given.before) };
  const found = judgeTestChanges(input);
  if (input.after.strength === 'weak') return judgeWeakGreen(input, found);
  const unsound = unsoundReasons(input.after, 'The run of the tests', input.before, input.roles);
  if (unsound.length > 0) return decide([...found, ...unsound], factsOf(input));
  const comparison = compare(input.before, input.after);
  const fresh = newTestsOf(comparison, input);
  const newTests = ids(fresh);
  const passing = judgePassing(input, { newTests, redFiles: [] });
  const reasons = [
    ...found,
    // What the compiler says comes first: that no test ran follows from it.
    ...passing.reasons,
    ...emptyReasons(input.after),
    ...tellSkipped(ids(fresh.filter((test) => !isExecuted(test)))),
    ...tellExpectedToFail(ids(fresh.filter((test) => test.expectedToFail === true))),
    ...judgeExisting(comparison, input),
    ...judgeContrary(input.contrary),
  ];
  const contrary = input.contrary === undefined ? ids(fresh.filter(isExecuted)) : [];
  const facts = { ...factsOf(input), newTests, flaky: passing.flaky, rerun: passing.rerun, contrary };
  return decide(reasons, facts, facts.rerun.length > 0 || contrary.length > 0);
}

/** Everything that was there runs still, under its own name; but for what was known to fail. */
function judgeExisting(comparison: Comparison, { after, knownFailing }: ProofInput): readonly Reason[] {
  const known = new Set(knownFailing);
  const isHeld = ({ id }: TestCase) => !known.has(id);
  const renamed = [...comparison.renamed, ...comparison.moved].map(({ from }) => from);
  const hidden = after.uncollected.length > 0 ? [] : comparison.hidden;
  return [
    ...reasonFor('existing_test_removed', 'tests', ids(comparison.vanished.filter(isHeld)), (named) => {
      return `Tests that were there are gone: ${named}. Put them back.`;
    }),
    ...tellRenamed(renamed.filter(isHeld)),
    ...judgeSilenced(comparison),
    ...tellNotRun(ids(hidden.filter(isHeld))),
  ];
}
