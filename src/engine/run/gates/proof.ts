import { earlierPath, type FileChange } from '../../../evidence/diff.ts';
import { roleOf } from '../../../evidence/file-roles.ts';
import { seenRoles } from '../../../evidence/files/seen-roles.ts';
import { judgeGreenChanges, judgeRefactorChanges } from '../../../evidence/frozen-tests.ts';
import { judgeGreen } from '../../../evidence/green/judge-green.ts';
import { NO_OPTIONS } from '../../../evidence/plan/list-item.ts';
import type { ProofFacts, ProofInput } from '../../../evidence/proof.ts';
import type { Reason, Verdict } from '../../../evidence/reasons.ts';
import { judgeTestChanges } from '../../../evidence/red/changes.ts';
import { judgeRed, judgeRedDiff, type RedFacts } from '../../../evidence/red/judge-red.ts';
import { judgeRefactor, type RefactorFacts, type RefactorInput } from '../../../evidence/refactor/judge-refactor.ts';
import { carryOver, filesWithTests, type TestReport } from '../../../evidence/report.ts';
import { judgeTests } from '../../../evidence/tests/judge-tests.ts';
import { sandboxFor } from '../../../sys/sandbox.ts';
import type { Judged, Judgement } from '../judge.ts';
import { acceptedReport } from '../report.ts';
import type { Sources, Surroundings } from '../surroundings.ts';
import type { Moment, Turn } from '../turn.ts';
import { experimentsAhead } from './ahead.ts';
import { checkContrary } from './contrary.ts';
import { proveCandidate } from './prove-candidate.ts';
import { tryRefactoring } from './refactoring.ts';
import { unprovedTestFiles } from './scope.ts';
import { passingByStub } from './stubs.ts';

export type ProofGate = 'red' | 'green' | 'refactor' | 'tests';
export type AnyFacts = ProofFacts & Partial<RedFacts> & Partial<RefactorFacts>;

/** Runs the tests on the candidate as often as the verdict needs, and judges what they show. */
export async function judgeProof(
  gate: ProofGate,
  judged: Judged,
  turn: Turn,
  around: Surroundings,
): Promise<Judgement> {
  const expected = await proofInput(await acceptedReport(turn), judged, turn, around);
  const ahead = experimentsAhead(gate, expected, judged, turn, around);
  try {
    const { report, repeat } = await proofsFor(gate, judged, turn, around, ahead.begin);
    let input: ProofInput & Partial<RefactorInput> = { ...expected, after: report, ...repeat };
    for (;;) {
      const verdict = verdictOf(gate, input, turn);
      if (verdict.verdict === 'refused') ahead.stop();
      await ahead.settled();
      if (verdict.verdict !== 'rerun') return judgementOf(verdict, report, input);
      input = { ...input, ...(await whatItWants(verdict.facts, input, judged, turn, around)) };
    }
  } finally {
    ahead.stop();
    await ahead.settled();
  }
}

/**
 * The proof that a gate judges by; `onBegun` is told as all tests begin to run. Where red only changed test files, no others
 * are run, and these a second time at once.
 */
async function proofsFor(
  gate: ProofGate,
  { tree, changes }: Judged,
  turn: Turn,
  around: Surroundings,
  onBegun: () => void,
): Promise<{ readonly report: TestReport; readonly repeat?: { readonly repeat: TestReport } }> {
  const { prover } = around;
  const base = turn.state.base.tree;
  const before = await acceptedReport(turn);
  const run = gate === 'red' ? await testFilesToRun(before, changes, base, around) : undefined;
  if (run === undefined) return { report: await proveCandidate(tree, base, prover, { onBegun }) };
  const selected = { selection: { files: run.files }, canary: true };
  const one = () => proveCandidate(tree, base, prover, selected);
  const other = () => proveCandidate(tree, base, prover, { ...selected, fresh: true });
  // In a sandbox each has a network and temporary files of its own.
  const isContained = (await sandboxFor(around.sandbox)) !== undefined;
  const [first, second] = isContained ? await Promise.all([one(), other()]) : [await one(), await other()];
  const whole = (report: TestReport) => carryOver(before, report, run.isRun);
  return { report: whole(first), repeat: { repeat: whole(second) } };
}

/** The test files to run when nothing else changed: what changed, and what the framework compiles with it. */
async function testFilesToRun(
  before: TestReport,
  changes: readonly FileChange[],
  base: string,
  around: Surroundings,
): Promise<{ readonly files: readonly string[]; isRun(file: string): boolean } | undefined> {
  const roles = seenRoles(await around.roles(base), changes, before);
  const isTest = (change: FileChange) => roleOf(change.path, roles) === 'test' && earlierPath(change) === change.path;
  const changed = changes.filter(isTest).map(({ path }) => path);
  const isRemoved = changes.some(({ after }) => after === undefined);
  if (changed.length === 0 || changed.length < changes.length || isRemoved) return undefined;
  const unitOf = (file: string) => around.prover.unitOf?.(file);
  const units = new Set(changed.map(unitOf));
  if (units.has(undefined)) return undefined;
  const isRun = (file: string) => units.has(unitOf(file));
  const beside = filesWithTests(before).filter((file) => isRun(file) && !changed.includes(file));
  return { files: [...changed, ...beside], isRun };
}

/** What the diff alone refuses, before any test is run. */
export async function judgeDiff(
  gate: ProofGate,
  { changes }: Judged,
  moment: Moment,
  sources: Sources,
): Promise<readonly Reason[]> {
  const before = await acceptedReport(moment);
  const roles = seenRoles(await sources.roles(moment.state.base.tree), changes, before);
  const input = { before, changes, roles, item: moment.state.knowledge.item ?? NO_OPTIONS };
  if (gate === 'red') return judgeRedDiff(input);
  if (gate === 'green') return judgeGreenChanges(input);
  return gate === 'tests' ? judgeTestChanges(input) : judgeRefactorChanges(input);
}

/** What a verdict goes by before it asks for more. */
export async function proofInput(
  report: TestReport,
  judged: Judged,
  moment: Moment,
  sources: Sources,
): Promise<ProofInput> {
  const { knowledge, base } = moment.state;
  const { changes } = judged;
  return {
    before: await acceptedReport(moment),
    after: report,
    changes,
    roles: await sources.roles(base.tree),
    item: knowledge.item ?? NO_OPTIONS,
    unproved: await unprovedTestFiles(judged, moment, sources),
    knownFailing: knowledge.knownFailing,
  };
}

export function verdictOf(gate: ProofGate, input: ProofInput, { state: { knowledge } }: Moment): Verdict<AnyFacts> {
  const red = knowledge.red ?? { newTests: [], masked: [], idle: [], redFiles: [] };
  if (gate === 'red') return judgeRed(input);
  if (gate === 'green') return judgeGreen({ ...input, red });
  if (gate === 'tests') return judgeTests(input);
  return judgeRefactor({ ...input, newTests: knowledge.newTests });
}

/** Further runs and checks a verdict asked for. Each is asked for once. */
async function whatItWants(
  facts: AnyFacts,
  input: ProofInput,
  judged: Judged,
  turn: Turn,
  around: Surroundings,
): Promise<Partial<RefactorInput>> {
  const prove = async (files?: readonly string[]): Promise<TestReport> => {
    const selection = files === undefined ? {} : { selection: { files } };
    return (await around.prover.prove(judged.tree, { fresh: true, ...selection })).report;
  };
  if (facts.repeat && input.repeat === undefined) return { repeat: await prove() };
  if (facts.rerun.length > 0 && input.reruns === undefined) {
    const files = filesOf(facts.rerun, input.after);
    return { reruns: [await prove(files), await prove(files)] };
  }
  if (facts.contrary.length > 0) {
    const tests = input.after.tests.filter(({ id }) => facts.contrary.includes(id));
    return { contrary: await checkContrary(tests, judged, around) };
  }
  const { passing = [], vanished = [], later = {} } = facts;
  if (passing.length > 0) return { stubbed: await passingByStub(passing, input.after, judged, turn, around) };
  return { kept: await tryRefactoring(input, { vanished, later }, judged, turn, around) };
}

function filesOf(ids: readonly string[], { tests }: TestReport): string[] {
  const wanted = new Set(ids);
  return [...new Set(tests.filter(({ id }) => wanted.has(id)).map(({ file }) => file))];
}

export function judgementOf(
  { reasons, facts }: Verdict<AnyFacts>,
  report: TestReport,
  { kept }: Partial<RefactorInput> = {},
): Judgement {
  const { newTests, masked, idle, redFiles, passing = [], smoke = [] } = facts;
  const known = {
    ...(passing.length > 0 ? { passing: [...passing] } : {}),
    ...(smoke.length > 0 ? { smoke: [...smoke] } : {}),
  };
  const red =
    masked === undefined || idle === undefined || redFiles === undefined
      ? {}
      : { red: { newTests: [...newTests], masked: [...masked], idle: [...idle], redFiles: [...redFiles], ...known } };
  return {
    reasons,
    report,
    remember: { new_tests: [...newTests], ...red },
    facts: {
      fails: failureKinds(newTests, report),
      strength: facts.strength,
      before: facts.before,
      after: facts.after,
      flaky: facts.flaky,
      ...(kept === undefined ? {} : { kept }),
    },
  };
}

/** In which ways the tests of the cycle fail, for a person. */
function failureKinds(newTests: readonly string[], { tests }: TestReport): string[] {
  const own = new Set(newTests);
  return [...new Set(tests.flatMap(({ id, failure }) => (own.has(id) && failure !== undefined ? [failure.kind] : [])))];
}
