import type { ProofInput } from '../../../evidence/proof.ts';
import type { TestCase, TestReport } from '../../../evidence/report.ts';
import { sandboxFor } from '../../../sys/sandbox.ts';
import type { Judged } from '../judge.ts';
import { fileAt, type Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { checkContrary } from './contrary.ts';
import type { ProofGate } from './proof.ts';
import { isOnlyCode, tryRefactoring } from './refactoring.ts';
import { sabotageAhead } from './sabotage.ts';

/** Experiments that are made while the tests run. What they show is remembered, and asked for again. */
export interface Ahead {
  begin(): void;
  /** Ends them: nobody asks for them any more. */
  stop(): void;
  /** They are over, whatever came of them. */
  settled(): Promise<void>;
}

/**
 * The experiments that a gate will ask for if its tests end as `expected`. They leave nothing but what is remembered of a tree:
 * a wrong guess costs time and decides nothing.
 */
export function experimentsAhead(
  gate: ProofGate,
  expected: ProofInput,
  judged: Judged,
  turn: Turn,
  around: Surroundings,
): Ahead {
  const stopper = new AbortController();
  const signal = AbortSignal.any([stopper.signal, around.stopping]);
  let done: Promise<void> | undefined;
  return {
    begin() {
      done ??= foresee(gate, expected, judged, turn, quietly(around, signal)).catch(() => undefined);
    },
    stop: () => stopper.abort(),
    settled: async () => done,
  };
}

/** The same surroundings, in which whatever runs ends with a signal, tells nobody of itself and takes no place from others. */
function quietly(around: Surroundings, signal: AbortSignal): Surroundings {
  const { prover } = around;
  const own = { onProgress: () => undefined, signal, isBeside: true };
  return {
    ...around,
    onProgress: own.onProgress,
    prover: {
      ...prover,
      prove: (tree, options) => prover.prove(tree, { ...options, ...own }),
      series: (tree, options, work) => prover.series(tree, { ...options, ...own }, work),
    },
  };
}

async function foresee(
  gate: ProofGate,
  expected: ProofInput,
  judged: Judged,
  turn: Turn,
  around: Surroundings,
): Promise<void> {
  // In a sandbox each run has a network and temporary files of its own.
  if ((await sandboxFor(around.sandbox)) === undefined) return;
  if (gate === 'green') {
    const tests = await expectedTests(expected.before, judged, turn, around);
    const files = [...new Set(tests.map(({ file }) => file))];
    if (files.length > 0) await both(checkContrary(tests, judged, around), sabotageAhead(judged, files, turn, around));
  }
  if (gate === 'refactor' && isOnlyCode(expected)) {
    const tests = expected.before.tests.filter(({ id }) => turn.state.knowledge.newTests.includes(id));
    const unchanged = { vanished: [], later: {} };
    await both(checkContrary(tests, judged, around), tryRefactoring(expected, unchanged, judged, turn, around));
  }
}

/** Waits for both, also where one fails. */
async function both(...work: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work);
}

/** The tests of the cycle, as far as red's report shows them; those it could not load by how they are written. */
async function expectedTests(
  { tests, uncollected }: TestReport,
  { tree }: Judged,
  { state }: Turn,
  around: Surroundings,
): Promise<readonly TestCase[]> {
  const { newTests = [], redFiles = [], masked = [], idle = [] } = state.knowledge.red ?? {};
  const hidden = uncollected.filter(({ file }) => redFiles.includes(file));
  // Nobody knows which tests are new in a file, or in many files, that hid others.
  if (masked.length + idle.length > 0 || hidden.some(({ hides }) => hides !== undefined)) return [];
  const written = hidden.map(async ({ file }) => {
    const text = await fileAt(around, tree, file);
    const source = text === undefined ? undefined : await around.readSource(file, text);
    return (source?.found.tests ?? []).map(
      ({ names }): TestCase => ({ id: '', file, path: names.map((name) => name?.text ?? ''), outcome: 'passed' }),
    );
  });
  return [...tests.filter(({ id }) => newTests.includes(id)), ...(await Promise.all(written)).flat()];
}
