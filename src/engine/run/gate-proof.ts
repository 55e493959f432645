import { judgeGreen } from '../../evidence/green/judge-green.ts';
import { NO_OPTIONS } from '../../evidence/plan/list-item.ts';
import type { ProofFacts, ProofInput } from '../../evidence/proof.ts';
import type { Verdict } from '../../evidence/reasons.ts';
import { judgeRed, type RedFacts } from '../../evidence/red/judge-red.ts';
import { judgeRefactor, type RefactorFacts } from '../../evidence/refactor/judge-refactor.ts';
import type { TestReport } from '../../evidence/report.ts';
import { checkHollow } from './hollow.ts';
import type { Judged, Judgement } from './judge.ts';
import { acceptedReport } from './report.ts';
import type { Surroundings } from './surroundings.ts';
import type { Turn } from './turn.ts';

type ProofGate = 'red' | 'green' | 'refactor';
type AnyFacts = ProofFacts & Partial<RedFacts> & Partial<RefactorFacts>;

/** Runs the tests on the candidate as often as the verdict needs, and judges what they show. */
export async function judgeProof(
  gate: ProofGate,
  judged: Judged,
  turn: Turn,
  around: Surroundings,
): Promise<Judgement> {
  const { knowledge } = turn.state;
  const { prover } = around;
  const { report } = await prover.prove(judged.tree);
  let input: ProofInput & { hollow?: Readonly<Record<string, never>> } = {
    before: await acceptedReport(turn),
    after: report,
    changes: judged.changes,
    roles: around.roles,
    item: knowledge.item ?? NO_OPTIONS,
    knownFailing: knowledge.knownFailing,
  };
  for (;;) {
    const verdict = verdictOf(gate, input, turn);
    if (verdict.verdict !== 'rerun') return judgementOf(verdict, report);
    input = { ...input, ...(await whatItWants(verdict.facts, input, judged, turn, around)) };
  }
}

function verdictOf(gate: ProofGate, input: ProofInput, { state: { knowledge } }: Turn): Verdict<AnyFacts> {
  const red = knowledge.red ?? { newTests: [], masked: [], idle: [], redFiles: [] };
  if (gate === 'red') return judgeRed(input);
  if (gate === 'green') return judgeGreen({ ...input, red });
  return judgeRefactor({ ...input, newTests: knowledge.newTests });
}

/** Further runs and checks a verdict asked for. Each is asked for once. */
async function whatItWants(
  facts: AnyFacts,
  input: ProofInput,
  judged: Judged,
  turn: Turn,
  around: Surroundings,
): Promise<Partial<ProofInput>> {
  const prove = async (files?: readonly string[]): Promise<TestReport> => {
    const selection = files === undefined ? {} : { selection: { files } };
    return (await around.prover.prove(judged.tree, { fresh: true, ...selection })).report;
  };
  if (facts.repeat && input.repeat === undefined) return { repeat: await prove() };
  if (facts.rerun.length > 0 && input.reruns === undefined) {
    const files = filesOf(facts.rerun, input.after);
    return { reruns: [await prove(files), await prove(files)] };
  }
  return { hollow: await checkHollow(facts.check ?? [], input, judged, turn, around) } as Partial<ProofInput>;
}

function filesOf(ids: readonly string[], { tests }: TestReport): string[] {
  const wanted = new Set(ids);
  return [...new Set(tests.filter(({ id }) => wanted.has(id)).map(({ file }) => file))];
}

function judgementOf({ reasons, facts }: Verdict<AnyFacts>, report: TestReport): Judgement {
  const { newTests, masked, idle, redFiles } = facts;
  const red =
    masked === undefined || idle === undefined || redFiles === undefined
      ? {}
      : { red: { newTests: [...newTests], masked: [...masked], idle: [...idle], redFiles: [...redFiles] } };
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
    },
  };
}

/** In which ways the tests of the cycle fail, for a person. */
function failureKinds(newTests: readonly string[], { tests }: TestReport): string[] {
  const own = new Set(newTests);
  return [...new Set(tests.flatMap(({ id, failure }) => (own.has(id) && failure !== undefined ? [failure.kind] : [])))];
}
