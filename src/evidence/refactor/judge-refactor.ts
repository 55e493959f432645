import { type Comparison, compare, isExecuted } from '../compare.ts';
import { judgeContrary } from '../contrary/contrary.ts';
import { earlierPath, movesIn, sameContent } from '../diff.ts';
import { ids, judgeSilenced, tellNotRun, tellRemoved } from '../existing-tests.ts';
import { roleOf } from '../file-roles.ts';
import { seenRoles } from '../files/seen-roles.ts';
import { judgeRefactorChanges, keepsTests } from '../frozen-tests.ts';
import { judgePassing } from '../passing.ts';
import { mayRemove } from '../plan/list-item.ts';
import { TEST_LIST } from '../plan/test-list.ts';
import { factsOf, type ProofFacts, type ProofInput } from '../proof.ts';
import { decide, type Reason, type Verdict } from '../reasons.ts';
import { type TestCase, type TestReport, withIds } from '../report.ts';
import { emptyReasons, unsoundReasons } from '../soundness.ts';
import { judgeWeakGreen } from '../weak.ts';
import { judgeKept, type Kept } from './kept.ts';

/** Refactor is judged against green: `before` is green's report. */
export interface RefactorInput extends ProofInput {
  /** Tests of this cycle. */
  readonly newTests: readonly string[];
  /** What experiments showed: what tests noticed before the phase, and whether they still do. */
  readonly kept?: Kept;
}

export interface RefactorFacts extends ProofFacts {
  /** Whether experiments have to show what tests still notice before this can be decided. */
  readonly experiments: boolean;
  /** Tests that are gone, under whatever name. */
  readonly vanished: readonly string[];
  /** The ids that tests have now, by those they had, where they are others. */
  readonly later: Readonly<Record<string, string>>;
}

/** Judges refactor: as green, and whatever tests noticed before it they notice after it. */
export function judgeRefactor(given: RefactorInput): Verdict<RefactorFacts> {
  const input = { ...given, roles: seenRoles(given.roles, given.changes, given.before) };
  const found = judgeRefactorChanges(input);
  const none = { experiments: false, vanished: [], later: {}, newTests: input.newTests };
  if (input.after.strength === 'weak') {
    const weak = judgeWeakGreen(input, found);
    return { ...weak, facts: { ...weak.facts, ...none } };
  }
  const unsound = unsoundReasons(input.after, 'The run of the tests', input.before, input.roles);
  if (unsound.length > 0) return decide([...found, ...unsound], { ...factsOf(input), ...none });

  const before = relocate(input.before, movesIn(input.changes));
  const comparison = compare(before, input.after);
  const nameNow = laterIds(input.before, before, comparison);
  const newTests = input.newTests.map(nameNow);
  const passing = judgePassing({ ...input, knownFailing: input.knownFailing.map(nameNow) }, { newTests, redFiles: [] });
  const reasons = [
    ...found,
    // What the compiler says comes first: that no test ran follows from it.
    ...passing.reasons,
    ...emptyReasons(input.after),
    ...judgeRun(comparison, before, input),
    ...(input.kept === undefined ? [] : judgeKept(input.kept, input)),
    ...judgeContrary(input.contrary),
  ];
  // Where nothing but the list was changed, what green showed still holds.
  const isChanged = input.changes.some(({ path }) => path !== TEST_LIST);
  const contrary = input.contrary === undefined && isChanged ? newTests : [];
  const facts: RefactorFacts = {
    ...factsOf(input),
    ...none,
    newTests,
    flaky: passing.flaky,
    rerun: passing.rerun,
    experiments: input.kept === undefined && isChanged,
    contrary,
    vanished: ids(comparison.vanished),
    later: Object.fromEntries(ids(input.before.tests).flatMap((id) => (nameNow(id) === id ? [] : [[id, nameNow(id)]]))),
  };
  return decide(reasons, facts, facts.rerun.length > 0 || facts.experiments || contrary.length > 0);
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

/** Whether all that ran before ran again, under its old or new name. */
function judgeRun(comparison: Comparison, before: TestReport, input: RefactorInput): readonly Reason[] {
  const gone = comparison.vanished.filter((test) => !mayRemove(input.item)(test) && !isReplaced(test, input));
  const ran = new Set(ids(input.after.tests.filter(isExecuted)));
  const renamed = new Map([...comparison.renamed, ...comparison.moved].map(({ from, to }) => [from.id, to.id]));
  // What can no longer be loaded is told by itself.
  const hidden = comparison.newlyUncollected.length > 0 ? comparison.hidden : [];
  const told = new Set(ids([...comparison.vanished, ...hidden, ...comparison.newlySilenced]));
  const required = before.tests.filter((test) => isExecuted(test) && !told.has(test.id));
  return [
    ...tellRemoved(gone),
    ...judgeSilenced(comparison),
    ...tellNotRun(ids(required).filter((id) => !ran.has(renamed.get(id) ?? id) && !told.has(renamed.get(id) ?? id))),
  ];
}

/** Whether a test that is gone was in a file that was changed, whose tests still notice as much and make as many calls. */
function isReplaced({ file }: TestCase, { kept, changes, roles }: RefactorInput): boolean {
  const isChanged = changes.some((change) => {
    const isKept = roleOf(file, roles) === 'mixed' && keepsTests(change);
    return earlierPath(change) === file && !sameContent(change) && !isKept;
  });
  // Before the experiments nobody knows what the others notice.
  if (kept === undefined || !isChanged) return isChanged;
  return kept.untried === undefined && kept.lost.length + kept.dropped.length + kept.broken.length === 0;
}
