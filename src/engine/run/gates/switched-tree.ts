import { randomBytes, randomInt } from 'node:crypto';
import { languageOf, rootsOf, writeSwitches } from '../../../code/languages.ts';
import type { Source } from '../../../code/source.ts';
import {
  callCode,
  ENDING_MODES,
  type RecordedCall,
  readRecording,
  SWITCH_MODES,
  type Switched,
  type Switches,
  type SwitchMode,
} from '../../../code/switches.ts';
import { type FileRoles, isTested } from '../../../evidence/file-roles.ts';
import type { TestReport } from '../../../evidence/report.ts';
import { editTree } from '../../../sys/git/tree-edit.ts';
import type { Proof, Series } from '../../proof.ts';
import { readRuntime } from '../../switches/read-runtime.ts';
import { fileAt, type Surroundings } from '../surroundings.ts';

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

/** Tests that fail while nothing is sabotaged: what they notice cannot be told. */
export interface Unsteady {
  readonly unsteady: readonly string[];
  /** Whether the switches alone make them fail, however often the tests are run. */
  readonly isAlways: boolean;
}

/** What experiments on trees showed, for as long as a run is driven: the next phase asks the same of the tree before it. */
export type Experiments = Map<string, { readonly only: readonly string[]; readonly shown: Shown }>;

type Shown =
  | { readonly failing: readonly string[]; readonly isLost: boolean }
  | { readonly calls: readonly RecordedCall[] };

/**
 * Does something with a tree that has switches in some of its functions; its tests in `only` passed in a run without. If tests
 * fail while nothing is sabotaged, because of what earlier runs left in the directory, it is done again with a directory for
 * each run. What is known already is not run again: `work` is first tried with that alone, so it must have no effects.
 */
export async function withSwitches<T>(
  asked: ToSwitch,
  around: Surroundings,
  work: (switched: SwitchedTree) => Promise<T>,
): Promise<T | Unsteady> {
  const remembered = await stoppedBy(NotKnown, () => work(remember(asked, around.experiments)));
  if (!(remembered instanceof NotKnown)) return remembered;
  const { edited, switches } = await writeSwitchesInto(asked, around);
  const selection = { files: asked.only };
  const attempt = (series: Series) =>
    stoppedBy(TestsUnsteady, () => work(openSwitched(asked, switches, series, around.experiments)));
  const first = await around.prover.series(edited, { selection }, attempt);
  if (!(first instanceof TestsUnsteady)) return first;
  const second = await attempt({
    width: 1,
    async run(all) {
      const proofs: Proof[] = [];
      const options = { selection, altered: true, fresh: true };
      for (const one of all) proofs.push(await around.prover.prove(edited, { ...one, ...options }));
      return proofs;
    },
  });
  return second instanceof TestsUnsteady ? { unsteady: second.tests, isAlways: second.isAlways } : second;
}

export function isUnsteady(value: unknown): value is Unsteady {
  return typeof value === 'object' && value !== null && 'unsteady' in value;
}

/** Something is asked that no earlier experiment showed. */
class NotKnown extends Error {}

class TestsUnsteady extends Error {
  readonly tests: readonly string[];
  readonly isAlways: boolean;

  constructor(tests: readonly string[], isAlways: boolean) {
    super('Tests fail while nothing is sabotaged.');
    this.tests = tests;
    this.isAlways = isAlways;
  }
}

/** What work gives, or what of a kind stopped it. */
async function stoppedBy<T, E extends Error>(kind: new (...given: never[]) => E, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
}

async function writeSwitchesInto({ tree, functions: given, sources }: ToSwitch, around: Surroundings) {
  const codes = codesFor(given);
  const functions = given.map((one) => ({ ...one, number: codes.get(one.number) ?? 0 }));
  const paths = [...new Set(functions.map(({ path }) => path))];
  const roots = await readSources(tree, rootsOf(paths), around);
  const switches: Switches = {
    name: `sw${randomBytes(4).toString('hex')}`,
    variable: `SW_${randomBytes(4).toString('hex').toUpperCase()}`,
    recording: `SW_${randomBytes(4).toString('hex').toUpperCase()}`,
    words: new Map(SWITCH_MODES.map((mode) => [mode, wordFor()])),
    files: paths.map((path) => `/${path}`),
    runtime: readRuntime,
  };
  const switched = [...sources.filter(({ path }) => paths.includes(path)), ...roots].map((source) => ({
    source,
    functions: functions.filter(({ path }) => path === source.path),
  }));
  const edited = await editTree(around.repository, tree, writeSwitches(switched, switches), around.list);
  return { edited, switches: { ...switches, codes } };
}

/** A batch of switches, and the number in the code of each function: code must not see from it what is sabotaged. */
interface Batch extends Switches {
  readonly codes: ReadonlyMap<number, number>;
}

function codesFor(functions: readonly SwitchedFunction[]): ReadonlyMap<number, number> {
  const codes = new Map<number, number>();
  for (const { number } of functions) codes.set(number, unusedCode(codes));
  return codes;
}

/** A word of letters alone, which is part of no other. */
function wordFor(): string {
  return randomBytes(8)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}

/** A number that no function has. */
function unusedCode(codes: Batch['codes']): number {
  const used = new Set(codes.values());
  for (;;) {
    const code = randomInt(1000, 10_000);
    if (!used.has(code)) return code;
  }
}

/** What earlier experiments on the same tree showed, and nothing else. */
function remember(asked: ToSwitch, experiments: Experiments): SwitchedTree {
  const known = (question: Sabotage | 'calls') => {
    const found = experiments.get(keyOf(question, asked));
    if (found === undefined || !asked.only.every((file) => found.only.includes(file))) throw new NotKnown();
    return found;
  };
  const files = new Map(asked.accepted.tests.map(({ id, file }) => [id, file]));
  return {
    width: Number.POSITIVE_INFINITY,
    async failing(sabotages) {
      return sabotages.map((one) => {
        const { shown } = known(one);
        const failing = 'failing' in shown ? shown.failing : [];
        return failing.filter((id) => asked.only.includes(files.get(id) ?? ''));
      });
    },
    isLost: (one) => wasLost(one, asked, experiments),
    async calls(again) {
      const { shown, only } = known('calls');
      if (again !== undefined || !('calls' in shown) || only.length !== asked.only.length) throw new NotKnown();
      return numbered(shown.calls, asked.functions);
    },
  };
}

function wasLost(one: Sabotage, asked: ToSwitch, experiments: Experiments): boolean {
  const shown = experiments.get(keyOf(one, asked))?.shown;
  return shown !== undefined && 'isLost' in shown && shown.isLost;
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

function placeOf({ path, node }: SwitchedFunction): string {
  return `${path}:${String(node.start).padStart(9, '0')}`;
}

function openSwitched(asked: ToSwitch, switches: Batch, series: Series, experiments: Experiments): SwitchedTree {
  const { accepted, only, functions } = asked;
  const { codes, words } = switches;
  const passing = accepted.tests
    .filter(({ outcome, file }) => outcome === 'passed' && only.includes(file))
    .map(({ id }) => id);
  const failingIn = ({ report }: Proof): readonly string[] => {
    const passed = new Set(report.tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
    return passing.filter((id) => !passed.has(id));
  };
  /**
   * What cannot be loaded while a function is sabotaged was noticed by the code that loads it, and by no test. A test that skips
   * itself then would never fail.
   */
  const noticingIn = (proof: Proof): readonly string[] => {
    const unloaded = new Set(proof.report.uncollected.map(({ file }) => file));
    const skipped = new Set(proof.report.tests.filter(({ outcome }) => outcome === 'skipped').map(({ id }) => id));
    const files = new Map(accepted.tests.map(({ id, file }) => [id, file]));
    return failingIn(proof).filter((id) => !unloaded.has(files.get(id) ?? '') && !skipped.has(id));
  };
  const settingOf = (number: number, mode: SwitchMode, given?: string) => ({
    environment: {
      [switches.variable]: `${number}:${words.get(mode)}${given === undefined ? '' : `:${callCode({ given })}`}`,
    },
    recording: switches.recording,
  });
  /** Looks to the code like any other sabotage: code that knows its own number behaves as in one. */
  const anyIn = (mode: SwitchMode) => settingOf(anyOf([...codes.values()]), mode);
  let recorded: readonly RecordedCall[] | undefined;

  /** Nobody can know when which run comes. One changes nothing, and one more comes last where runs share a directory. */
  async function runAll(sabotages: readonly Sabotage[], again: boolean) {
    const asksCalls = again || recorded === undefined;
    const calling = { ...anyIn('record'), one: undefined };
    const runs = shuffled([
      ...sabotages.map((one) => ({ ...settingOf(codes.get(one.number) ?? 0, one.mode, one.given), one })),
      asksCalls ? calling : { ...anyIn('none'), one: undefined },
    ]);
    const last = runs.length > series.width ? [anyIn('none')] : [];
    const proofs = await series.run([...runs.map(({ one: _, ...run }) => run), ...last]);
    for (const [at, proof] of proofs.entries()) {
      if (runs[at]?.one !== undefined || failingIn(proof).length === 0) continue;
      throw new TestsUnsteady(failingIn(proof), asksCalls && at < runs.length && !(await looksAtSwitches()));
    }
    const calm = proofs[runs.findIndex(({ one }) => one === undefined)];
    if (asksCalls && calm !== undefined) recorded = callsIn(calm);
    return sabotages.map((sabotage) => {
      const proof = proofs[runs.findIndex(({ one }) => one === sabotage)];
      const isLost = proof?.report.uncollected.some(({ file }) => only.includes(file)) === true;
      return { failing: proof === undefined ? [] : failingUnder(sabotage, proof), isLost };
    });
  }

  /** Whether tests fail as soon as a switch is named that does nothing, and pass where none is. */
  async function looksAtSwitches(): Promise<boolean> {
    const [named, unnamed] = await series.run([anyIn('none'), {}]);
    return named !== undefined && unnamed !== undefined && failingIn(named).length > failingIn(unnamed).length;
  }

  function failingUnder({ mode }: Sabotage, proof: Proof): readonly string[] {
    // What takes too long did not come to an error.
    if (!ENDING_MODES.has(mode)) return noticingIn(proof);
    return proof.report.incomplete?.startsWith('timeout') === true ? [] : failingIn(proof);
  }

  function callsIn({ recorded: text = '' }: Proof): readonly RecordedCall[] {
    const ordered = functions.toSorted((one, other) => placeOf(one).localeCompare(placeOf(other)));
    const places = new Map(ordered.map(({ number }, at) => [codes.get(number), at]));
    const calls = readRecording(text).flatMap((call) => {
      const place = places.get(call.number);
      return place === undefined ? [] : [{ ...call, number: place }];
    });
    experiments.set(keyOf('calls', asked), { only, shown: { calls } });
    return numbered(calls, functions);
  }

  return {
    width: series.width,
    async failing(sabotages) {
      if (sabotages.length === 0) return [];
      const found = await runAll(sabotages, false);
      for (const [at, one] of sabotages.entries()) {
        experiments.set(keyOf(one, asked), { only, shown: found[at] ?? { failing: [], isLost: false } });
      }
      return found.map(({ failing }) => failing);
    },
    isLost: (one) => wasLost(one, asked, experiments),
    async calls(again) {
      if (again !== undefined || recorded === undefined) await runAll([], again !== undefined);
      return recorded ?? [];
    },
  };
}

function shuffled<T>(list: readonly T[]): readonly T[] {
  const left = [...list];
  return list.flatMap(() => left.splice(randomInt(left.length), 1));
}

function anyOf(list: readonly number[]): number {
  return list[randomInt(Math.max(list.length, 1))] ?? 0;
}

/** What is switched: functions of a tree, with the files they are in, and the tests that are run. */
export interface ToSwitch {
  readonly tree: string;
  readonly functions: readonly SwitchedFunction[];
  readonly sources: readonly Source[];
  /** The report of the tree without switches. */
  readonly accepted: TestReport;
  /** Files of tests. */
  readonly only: readonly string[];
}

/** Files of a tree as facts, as far as they exist and their language is known. */
export async function readSources(
  tree: string,
  paths: readonly string[],
  around: Surroundings,
): Promise<readonly Source[]> {
  const read = await Promise.all(
    paths.map(async (path) => {
      const text = await fileAt(around, tree, path);
      return text === undefined ? undefined : around.readSource(path, text);
    }),
  );
  return read.filter((source) => source !== undefined);
}

/** Most functions that are sabotaged in one tree. */
export const MAX_FUNCTIONS = 12;
const MAX_SOURCES = 300;

/** Files of a tree with code that is tested, in a language that is known. */
export async function sourceFiles(tree: string, roles: FileRoles, around: Surroundings): Promise<readonly string[]> {
  const { files } = await around.paths(tree);
  return files.filter((path) => languageOf(path) !== undefined && isTested(path, roles)).slice(0, MAX_SOURCES);
}

/** The names in some files. */
export async function wordsIn(
  tree: string,
  paths: readonly string[],
  around: Surroundings,
): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(paths.map((path) => fileAt(around, tree, path)));
  return new Set(texts.flatMap((text) => text?.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []));
}

/** The name of a function without that of its class. */
export function ownName({ name }: { readonly name: string }): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
