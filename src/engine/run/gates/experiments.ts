import type { Source } from '../../../code/source.ts';
import { ENDING_MODES, type RecordedCall, type Switched, type SwitchMode } from '../../../code/switches.ts';
import type { TestCase, TestReport } from '../../../evidence/report.ts';

/** A function with a switch, and the file it is in. */
export interface SwitchedFunction extends Switched {
  readonly path: string;
}

/** One way to sabotage one of the functions. */
export interface Sabotage {
  readonly number: number;
  readonly mode: SwitchMode;
  /** What the one call that is sabotaged is given; every call is where nothing is said. */
  readonly given?: string | undefined;
}

/** A tree with switches in some of its functions, and the tests that are run on it. */
export interface SwitchedTree {
  /** How many sabotages are tried side by side. */
  readonly width: number;
  /** The tests that fail under each sabotage. A run in which nothing is sabotaged is made with them. */
  failing(sabotages: readonly Sabotage[]): Promise<readonly (readonly string[])[]>;
  /** Whether test files could not be loaded under a sabotage that was tried. */
  isLost(sabotage: Sabotage): boolean;
  /** The calls that tests make; `again`: recorded once more. */
  calls(again?: 'again'): Promise<readonly RecordedCall[]>;
}

/** What experiments on trees showed, for as long as a run is driven: the next phase asks the same of the tree before it. */
export type Experiments = Map<string, Experiment>;

interface Experiment {
  readonly tree: string;
  /** The test files that were run. */
  readonly only: readonly string[];
  readonly outcome: Outcome;
  /** The runs of the same round in which nothing was sabotaged. */
  readonly calm: readonly Outcome[];
  readonly calls?: readonly RecordedCall[];
}

/** What one run showed, whichever tests are asked about later. */
export interface Outcome {
  readonly passed: ReadonlySet<string>;
  readonly skipped: ReadonlySet<string>;
  /** Files that could not be loaded. */
  readonly unloaded: ReadonlySet<string>;
  readonly isTimeout: boolean;
}

/** What is switched: functions of a tree, with the files they are in, and the tests that are run. */
export interface ToSwitch {
  readonly tree: string;
  readonly functions: readonly SwitchedFunction[];
  readonly sources: readonly Source[];
  /** What the tests show without switches; none are given where that is not known yet. */
  readonly accepted: Pick<TestReport, 'tests'>;
  /** Files of tests. */
  readonly only: readonly string[];
}

/** Runs of a tree with switches: one for each sabotage, with one in which nothing is sabotaged. */
export interface Rounds {
  readonly width: number;
  /** The calls are recorded in the round if they are asked for. */
  run(sabotages: readonly Sabotage[], asksCalls: boolean): Promise<Round>;
  /** A run in which a switch is named that does nothing, and one in which none is. */
  unnamed(): Promise<readonly [Outcome, Outcome]>;
}

interface Round {
  readonly outcomes: readonly Outcome[];
  readonly calm: readonly [Outcome, ...Outcome[]];
  readonly calls?: readonly RecordedCall[] | undefined;
}

/** Goes by what earlier experiments on the same tree showed, and nothing else. */
export const NOTHING_MORE: Rounds = {
  width: Number.POSITIVE_INFINITY,
  run: () => Promise.reject(new NotKnown()),
  unnamed: () => Promise.reject(new NotKnown()),
};

/** Tells what experiments showed of the tests that are asked about, and makes those that nobody made yet. */
export function openSwitched(asked: ToSwitch, experiments: Experiments, rounds: Rounds): SwitchedTree {
  const { tree, accepted, only, functions } = asked;
  const tests = accepted.tests.filter(({ outcome, file }) => outcome === 'passed' && only.includes(file));
  const failingIn = ({ passed }: Outcome) => tests.filter(({ id }) => !passed.has(id));
  /** What was shown with at least the same test files, while all tests passed with nothing sabotaged. */
  const known = (question: Sabotage | 'calls'): Experiment | undefined => {
    const found = experiments.get(keyOf(question, asked));
    const isKnown = found !== undefined && only.every((file) => found.only.includes(file));
    return isKnown && found.calm.every((one) => failingIn(one).length === 0) ? found : undefined;
  };
  const knownCalls = (): readonly RecordedCall[] | undefined => {
    const found = known('calls');
    return found?.only.length === only.length ? found.calls : undefined;
  };
  const failingUnder = ({ mode }: Sabotage, outcome: Outcome) => {
    // What cannot be loaded while a function is sabotaged was noticed by the code that loads it, and by no test. A test that
    // skips itself then would never fail.
    const isLost = ({ id, file }: (typeof tests)[number]) => outcome.unloaded.has(file) || outcome.skipped.has(id);
    if (!ENDING_MODES.has(mode)) return failingIn(outcome).filter((test) => !isLost(test));
    // What takes too long did not come to an error.
    return outcome.isTimeout ? [] : failingIn(outcome);
  };

  async function runAll(sabotages: readonly Sabotage[], again: boolean): Promise<void> {
    const asksCalls = again || knownCalls() === undefined;
    const { outcomes, calm, calls } = await rounds.run(sabotages, asksCalls);
    const unsteady = calm.map(failingIn);
    const failing = unsteady.find((one) => one.length > 0);
    if (failing !== undefined) {
      throw new TestsUnsteady(
        failing.map(({ id }) => id),
        asksCalls && failing === unsteady[0] && !(await looksAtSwitches()),
      );
    }
    for (const [at, outcome] of outcomes.entries()) {
      experiments.set(keyOf(sabotages[at] ?? 'calls', asked), { tree, only, outcome, calm });
    }
    if (calls !== undefined) experiments.set(keyOf('calls', asked), { tree, only, outcome: calm[0], calm, calls });
  }

  /** Whether tests fail as soon as a switch is named. */
  async function looksAtSwitches(): Promise<boolean> {
    const [named, unnamed] = await rounds.unnamed();
    return failingIn(named).length > failingIn(unnamed).length;
  }

  return {
    width: rounds.width,
    async failing(sabotages) {
      const open = sabotages.filter((one) => known(one) === undefined);
      if (open.length > 0) await runAll(open, false);
      return sabotages.map((one) => {
        const found = known(one);
        return found === undefined ? [] : failingUnder(one, found.outcome).map(({ id }) => id);
      });
    },
    isLost: (one) => only.some((file) => known(one)?.outcome.unloaded.has(file) === true),
    async calls(again) {
      if (again !== undefined || knownCalls() === undefined) await runAll([], again !== undefined);
      return numbered(knownCalls() ?? [], functions);
    },
  };
}

/**
 * Whether tests were seen to pass on a tree where experiments are made, and never to fail there, with nothing sabotaged: code
 * that behaves differently in their directories is not shown by them.
 */
export function passedCalmly(
  tests: readonly Pick<TestCase, 'id' | 'file'>[],
  tree: string,
  experiments: Experiments,
): boolean {
  const made = [...experiments.values()].filter((one) => one.tree === tree);
  return tests.every(({ id, file }) => {
    const calm = made.flatMap((one) => (one.only.includes(file) ? one.calm : []));
    return calm.length > 0 && calm.every(({ passed }) => passed.has(id));
  });
}

/** Something is asked that no earlier experiment showed. */
export class NotKnown extends Error {}

export class TestsUnsteady extends Error {
  readonly tests: readonly string[];
  readonly isAlways: boolean;

  constructor(tests: readonly string[], isAlways: boolean) {
    super('Tests fail while nothing is sabotaged.');
    this.tests = tests;
    this.isAlways = isAlways;
  }
}

/** Functions are known by their places, which are the same whenever the same tree is switched. */
function keyOf(question: Sabotage | 'calls', { tree, functions }: ToSwitch): string {
  const places = functions.map(({ path, node }) => `${path}:${node.start}`);
  if (question === 'calls') return JSON.stringify([tree, 'calls', places.toSorted()]);
  const place = places[functions.findIndex(({ number }) => number === question.number)];
  const files = new Set(functions.map(({ path }) => path));
  return JSON.stringify([tree, question.mode, question.given, place, [...files].toSorted()]);
}

/** Calls with the numbers that functions have now, given with the order of their places. */
function numbered(calls: readonly RecordedCall[], functions: readonly SwitchedFunction[]): readonly RecordedCall[] {
  const ordered = functions.toSorted((one, other) => placeOf(one).localeCompare(placeOf(other)));
  return calls.flatMap((call) => {
    const number = ordered[call.number]?.number;
    return number === undefined ? [] : [{ ...call, number }];
  });
}

export function placeOf({ path, node }: SwitchedFunction): string {
  return `${path}:${String(node.start).padStart(9, '0')}`;
}
