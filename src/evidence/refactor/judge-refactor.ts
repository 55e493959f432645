import { type Comparison, compare, isExecuted } from '../compare.ts';
import { judgeContrary } from '../contrary/contrary.ts';
import { movesIn } from '../diff.ts';
import { ids, judgeSilenced, tellNotRun, tellRemoved } from '../existing-tests.ts';
import { roleOf } from '../file-roles.ts';
import { seenRoles } from '../files/seen-roles.ts';
import { judgePassing } from '../passing.ts';
import { mayRemove } from '../plan/list-item.ts';
import { TEST_LIST } from '../plan/test-list.ts';
import { factsOf, type ProofFacts, type ProofInput } from '../proof.ts';
import { decide, type Reason, type Verdict } from '../reasons.ts';
import { type TestCase, type TestReport, withIds } from '../report.ts';
import { emptyReasons, unsoundReasons } from '../soundness.ts';
import { judgeWeakGreen } from '../weak.ts';
import { changedTests } from './changed-tests.ts';
import { judgeRefactorChanges } from './changes.ts';
import { type HollowCheck, judgeHollow } from './hollow.ts';

/** Refactor is judged against green: `before` is green's report. */
export interface RefactorInput extends ProofInput {
  /** Tests of this cycle. */
  readonly newTests: readonly string[];
  /** What was found out about changed tests, by id. */
  readonly hollow?: Readonly<Record<string, HollowCheck>>;
  /** Tests whose change or removal a person approved: ids before and after. */
  readonly approved?: readonly string[];
}

export interface RefactorFacts extends ProofFacts {
  /** Tests whose code may do something else now. */
  readonly changedTests: readonly string[];
  /** Changed tests that have to be shown to fail still before this can be decided. */
  readonly check: readonly string[];
  readonly removed: readonly string[];
}

/** Judges refactor: as green, and every test that changed still notices a wrong implementation. */
export function judgeRefactor(given: RefactorInput): Verdict<RefactorFacts> {
  const input = { ...given, roles: seenRoles(given.roles, given.changes, given.before) };
  const found = judgeRefactorChanges(input);
  const none = { changedTests: [], check: [], removed: [], newTests: input.newTests };
  if (input.after.strength === 'weak') {
    const weak = judgeWeakGreen(input, found);
    return { ...weak, facts: { ...weak.facts, ...none } };
  }
  const unsound = unsoundReasons(input.after, 'The run of the tests', input.before);
  if (unsound.length > 0) return decide([...found, ...unsound], { ...factsOf(input), ...none });

  const before = relocate(input.before, movesIn(input.changes));
  const comparison = compare(before, input.after);
  const nameNow = laterIds(input.before, before, comparison);
  const newTests = input.newTests.map(nameNow);
  const known = new Set([...ids(before.tests), ...ids(successors(comparison))]);
  const standing = input.after.tests.filter(({ id }) => known.has(id));
  const changed = changedTests(standing, input.changes, (path) => roleOf(path, input.roles));
  const hollow = judgeHollow(changed, input);
  const own = [...newTests, ...ids(changed)];
  const passing = judgePassing(
    { ...input, knownFailing: input.knownFailing.map(nameNow) },
    { newTests: own, redFiles: [] },
  );
  const reasons = [
    ...found,
    ...emptyReasons(input.after),
    ...judgeRun(comparison, before, input),
    ...hollow.reasons,
    ...passing.reasons,
    ...judgeContrary(input.contrary),
  ];
  // Where nothing but the list was changed, what green showed still holds.
  const contrary = input.contrary === undefined && input.changes.some(({ path }) => path !== TEST_LIST) ? newTests : [];
  const facts: RefactorFacts = {
    ...factsOf(input),
    ...none,
    newTests,
    flaky: passing.flaky,
    rerun: passing.rerun,
    changedTests: ids(changed),
    check: hollow.check,
    contrary,
    removed: ids(comparison.vanished.filter((test) => isRemovable(test, input))),
  };
  return decide(reasons, facts, facts.rerun.length > 0 || facts.check.length > 0 || contrary.length > 0);
}

/** The report as if its files had had their later names all along. */
function relocate(report: TestReport, moves: ReadonlyMap<string, string>): TestReport {
  if (moves.size === 0) return report;
  const tests = report.tests.map((test) => ({ ...test, file: moves.get(test.file) ?? test.file }));
  return { ...report, tests: withIds(tests.map(({ id: _, ...test }) => test)) };
}

/** The id a test has now: its file or its names may be others. */
function laterIds(old: TestReport, before: TestReport, { renamed, moved }: Comparison): (id: string) => string {
  const relocated = new Map(old.tests.map((test, at) => [test.id, before.tests[at]?.id ?? test.id]));
  const later = new Map([...renamed, ...moved].map(({ from, to }) => [from.id, to.id]));
  return (id) => {
    const place = relocated.get(id) ?? id;
    return later.get(place) ?? place;
  };
}

function successors({ renamed, moved }: Comparison): readonly TestCase[] {
  return [...renamed, ...moved].map(({ to }) => to);
}

function isRemovable(test: TestCase, { item, approved }: RefactorInput): boolean {
  return mayRemove(item)(test) || approved?.includes(test.id) === true;
}

/** Whether all that ran before ran again, under its old or new name. */
function judgeRun(comparison: Comparison, before: TestReport, input: RefactorInput): readonly Reason[] {
  const gone = comparison.vanished.filter((test) => !isRemovable(test, input));
  const ran = new Set(ids(input.after.tests.filter(isExecuted)));
  const renamed = new Map([...comparison.renamed, ...comparison.moved].map(({ from, to }) => [from.id, to.id]));
  // What can no longer be loaded is told by itself.
  const hidden = comparison.newlyUncollected.length > 0 ? comparison.hidden : [];
  const told = new Set(ids([...comparison.vanished, ...hidden, ...comparison.newlySkipped, ...comparison.newlyTodo]));
  const required = before.tests.filter((test) => isExecuted(test) && !told.has(test.id));
  return [
    ...tellRemoved(gone),
    ...judgeSilenced(comparison),
    ...tellNotRun(ids(required).filter((id) => !ran.has(renamed.get(id) ?? id) && !told.has(renamed.get(id) ?? id))),
  ];
}
