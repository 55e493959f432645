import { type Comparison, compare, hides, isExecuted, isFailing } from '../compare.ts';
import type { FileChange } from '../diff.ts';
import { ids, judgeSilenced, tellNotRun, tellRemoved, tellRenamed } from '../existing-tests.ts';
import { holdsTests, roleOf } from '../file-roles.ts';
import { seenRoles } from '../files/seen-roles.ts';
import { compareTestFile } from '../files/test-file.ts';
import { placesOf } from '../origin.ts';
import { judgeFailing } from '../passing.ts';
import { mayChange, mayRemove } from '../plan/list-item.ts';
import { factsOf, type ProofFacts, type ProofInput } from '../proof.ts';
import { decide, type Reason, reason, reasonFor, type Verdict } from '../reasons.ts';
import { filesWithTests, type TestCase } from '../report.ts';
import { unsoundReasons } from '../soundness.ts';
import { judgeWeakRed } from '../weak.ts';
import { type ChangesInput, judgeRedChanges } from './changes.ts';
import { type CollectionVerdict, judgeCollection } from './collection.ts';
import { judgeRepeat } from './repeat.ts';
import type { Asking } from './right-reason.ts';
import { judgeSnapshots } from './snapshots.ts';
import { isUnrun, judgeNewTests, newTestsOf, passingBesideFailing } from './tests.ts';

export interface RedFacts extends ProofFacts {
  /** Tests that cannot be seen while the thing under test is missing; all must run at green. */
  readonly masked: readonly string[];
  /** Tests hidden with them that did not count before either: skipped, a todo, expected to fail. */
  readonly idle: readonly string[];
  /** Files (or packages) that could not be collected for want of it; their new tests get their ids at green. */
  readonly redFiles: readonly string[];
  /** New tests that pass already: to be tried, or tried and found to notice a stub. They have to notice something at green. */
  readonly passing: readonly string[];
  /** New tests that pass already and only look whether a stub is there. */
  readonly smoke: readonly string[];
  /** Existing tests that are gone because the list item says so. */
  readonly removed: readonly string[];
}

/** Judges red: a new test that fails, for the right reason, every time, and nothing else that changed. */
export function judgeRed(given: ProofInput): Verdict<RedFacts> {
  const input = { ...given, roles: rolesIn(given) };
  const { before, after, item } = input;
  const found = judgeRedDiff(input);
  const none = { masked: [], idle: [], redFiles: [], passing: [], smoke: [], removed: [] };
  if (after.strength === 'weak') {
    const weak = judgeWeakRed(input, found);
    return { ...weak, facts: { ...weak.facts, ...none } };
  }
  const unsound = unsoundReasons(after, 'The run of the tests', before, input.roles);
  if (unsound.length > 0) return decide([...found, ...unsound], { ...factsOf(input), ...none });

  const asking = askingOf(input);
  const comparison = compare(before, after);
  const collection = judgeCollection(input, asking);
  const newTests = newTestsOf(comparison, input);
  const { stubbed } = input;
  const passing = stubbed?.noticing ?? passingBesideFailing(newTests, asking);
  const smoke = stubbed?.smoke ?? [];
  const repeated = input.repeat === undefined ? [] : judgeRepeat(input.repeat, newTests, collection.redFiles, before);
  const failing = judgeFailing(brokenTests(comparison, newTests, input), input.reruns);
  const reasons = [
    ...found,
    ...judgeUnproved(input),
    ...collection.reasons,
    ...(newTests.length === 0
      ? judgeNoNewTest(collection, input)
      : judgeNewTests(newTests, asking, [...passing, ...smoke])),
    ...judgeExisting(comparison, collection, input),
    ...failing.reasons,
    ...repeated,
  ];
  const facts: RedFacts = {
    ...factsOf(input),
    newTests: ids(newTests.filter((test) => !isUnrun(test))),
    flaky: failing.flaky,
    rerun: failing.rerun,
    repeat: input.repeat === undefined,
    masked: collection.masked,
    idle: collection.idle,
    redFiles: collection.redFiles.map(({ file }) => file),
    passing,
    smoke,
    removed: ids(comparison.vanished.filter(mayRemove(item))),
  };
  const isUntried = stubbed === undefined && passing.length > 0;
  return decide(reasons, facts, facts.repeat || facts.rerun.length > 0 || isUntried);
}

/** New files in which tests were seen are test files, whatever their names. */
function rolesIn({ roles, changes, before, after, unproved = [] }: ProofInput): ProofInput['roles'] {
  const seen = seenRoles(roles, changes, before);
  const proved = new Set(filesWithTests(after).filter((file) => unproved.includes(file)));
  return { ...seen, roleOf: (path) => (proved.has(path) ? 'test' : seen.roleOf(path)) };
}

/** A new file that only looked like a test file: none of its tests was seen. */
function judgeUnproved({ after, unproved = [] }: ProofInput): readonly Reason[] {
  const seen = new Set(filesWithTests(after));
  const unseen = unproved.filter((path) => !seen.has(path));
  return reasonFor('out_of_scope', 'paths', unseen, (named) => {
    return `${named}: no pattern for test files matches this new file and no test ran in it. Put the test where the test command finds it, or remove the file.`;
  });
}

/** What the diff of red refuses, whatever its tests show. Roles are those of `seenRoles`. */
export function judgeRedDiff(input: ChangesInput): readonly Reason[] {
  return [...judgeRedChanges(input), ...judgeSnapshots(input.changes, (path) => holdsTests(path, input.roles))];
}

/** What a verdict on red asks about the changes of the phase. */
export function askingOf({ changes, item, roles }: Pick<ProofInput, 'changes' | 'item' | 'roles'>): Asking {
  const changed = new Map(changes.filter(({ kind }) => kind !== 'deleted').map((change) => [change.path, change]));
  const sourceOf = (path: string) => changed.get(path)?.sources?.after;
  return {
    isChanged: (path) => changed.has(path),
    textOf: (path) => changed.get(path)?.after,
    sourceOf,
    isForTests: (path) => ['test', 'support'].includes(roleOf(path, roles)),
    needs: item.needs,
    places: placesOf(roles, sourceOf),
  };
}

/** No test was seen that was not there: fine only if a file that cannot be loaded yet has one in its text. */
function judgeNoNewTest({ reasons, redFiles }: CollectionVerdict, input: ProofInput): readonly Reason[] {
  if (reasons.length > 0) return [];
  const isUnseen = ({ path }: FileChange) =>
    holdsTests(path, input.roles) && redFiles.some((one) => one.file === path || hides(one, { file: path }));
  if (input.changes.some((change) => isUnseen(change) && mayHaveNewTest(change))) return [];
  return [reason('no_new_test', 'There is no new test. Write one test for the item of the list, so that it fails.')];
}

/** Whether a file gained a test, as far as that can be told from its text. */
function mayHaveNewTest(change: FileChange): boolean {
  if (change.after === undefined) return false;
  if (change.before === undefined) return change.sources?.after?.found.tests.length !== 0;
  const compared = compareTestFile(change);
  if (compared === undefined) return change.before !== change.after;
  return [compared.added, compared.extended, compared.written, compared.changed].some((blocks) => blocks.length > 0);
}

/** Existing tests that fail in one of the two runs and should not. */
function brokenTests(comparison: Comparison, newTests: readonly TestCase[], input: ProofInput): readonly TestCase[] {
  const excused = new Set([...ids(newTests), ...input.knownFailing]);
  const first = [...comparison.newlyFailing, ...comparison.stillFailing];
  const known = new Set(input.before.tests.filter(isExecuted).map(({ id }) => id));
  const second = (input.repeat?.tests ?? []).filter((test) => isFailing(test) && known.has(test.id));
  return [...first, ...second].filter(({ id }) => !excused.has(id));
}

function judgeExisting(comparison: Comparison, collection: CollectionVerdict, { item }: ProofInput): readonly Reason[] {
  const isRemoved = mayRemove(item);
  const isNamed = mayChange(item);
  const masked = new Set([...collection.masked, ...collection.idle]);
  const renamed = [...comparison.renamed, ...comparison.moved].map(({ from }) => from);
  const hidden = ids(comparison.hidden.filter(({ id }) => !masked.has(id)));
  return [
    ...tellRemoved(comparison.vanished.filter((test) => !isRemoved(test))),
    ...tellRenamed(renamed.filter((test) => !isNamed(test.file) && !isRemoved(test))),
    ...judgeSilenced(comparison),
    ...(collection.reasons.length > 0 ? [] : tellNotRun(hidden)),
  ];
}
