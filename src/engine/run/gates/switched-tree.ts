import { randomBytes, randomInt } from 'node:crypto';
import { languageOf, rootsOf, writeSwitches } from '../../../code/languages.ts';
import type { Source } from '../../../code/source.ts';
import {
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
import type { Proof, SeriesOptions } from '../../proof.ts';
import { fileAt, type Surroundings } from '../surroundings.ts';

/** A function with a switch, and the file it is in. */
export interface SwitchedFunction extends Switched {
  readonly path: string;
}

/** A tree with switches in some of its functions, and the tests that are run on it. */
export interface SwitchedTree {
  /** Whether it is tried again because tests failed while nothing was sabotaged. */
  readonly isRetry: boolean;
  /** The tests that fail while a function is sabotaged. */
  failing(number: number, mode: SwitchMode): Promise<readonly string[]>;
  /** The tests that fail while none is: what tests make of switches says nothing where there are any. */
  failingUnsabotaged(): Promise<readonly string[]>;
  /** The calls that tests make, and the tests that fail meanwhile, though nothing is sabotaged. */
  calls(): Promise<{ readonly calls: readonly RecordedCall[]; readonly failing: readonly string[] }>;
}

/** Tests that pass or fail from run to run, while nothing is sabotaged: what they notice cannot be told. */
export interface Unsteady {
  readonly unsteady: readonly string[];
}

/**
 * Does something with a tree that has switches in some of its functions; its tests in `only` passed in a run without. All runs
 * are made in one directory; if tests then fail there while nothing is sabotaged, because of what they leave behind, it is done
 * again with a directory for each run.
 */
export async function withSwitches<T>(
  asked: ToSwitch,
  around: Surroundings,
  work: (switched: SwitchedTree) => Promise<T>,
): Promise<T | Unsteady> {
  const { edited, switches } = await writeSwitchesInto(asked, around);
  const selection = { files: asked.only };
  const controlled = async (run: Run, isRetry: boolean): Promise<T | Unsteady> => {
    let isSabotaged = false;
    const switched = openSwitched(asked, switches, run);
    const failing: SwitchedTree['failing'] = (number, mode) => {
      isSabotaged = true;
      return switched.failing(number, mode);
    };
    const done = await work({ ...switched, failing, isRetry });
    const unsteady = isSabotaged ? await switched.failingUnsabotaged() : [];
    return unsteady.length > 0 ? { unsteady } : done;
  };
  const done = await around.prover.series(edited, { selection }, (run) => controlled(run, false));
  if (!isUnsteady(done)) return done;
  const proveFresh: Run = (options) =>
    around.prover.prove(edited, { ...options, selection, altered: true, fresh: true });
  return controlled(proveFresh, true);
}

export function isUnsteady(value: unknown): value is Unsteady {
  return typeof value === 'object' && value !== null && 'unsteady' in value;
}

type Run = (options: SeriesOptions) => Promise<Proof>;

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

function openSwitched({ accepted, only }: ToSwitch, switches: Batch, run: Run): Omit<SwitchedTree, 'isRetry'> {
  const { codes, words } = switches;
  const numbers = new Map([...codes].map(([number, code]) => [code, number]));
  const passing = accepted.tests
    .filter(({ outcome, file }) => outcome === 'passed' && only.includes(file))
    .map(({ id }) => id);
  const failingIn = ({ report }: Proof): readonly string[] => {
    const passed = new Set(report.tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
    return passing.filter((id) => !passed.has(id));
  };
  /** What cannot be loaded while a function is sabotaged was noticed by the code that loads it, and by no test. */
  const noticingIn = (proof: Proof): readonly string[] => {
    const unloaded = new Set(proof.report.uncollected.map(({ file }) => file));
    const files = new Map(accepted.tests.map(({ id, file }) => [id, file]));
    return failingIn(proof).filter((id) => !unloaded.has(files.get(id) ?? ''));
  };
  const settingOf = (number: number | '*', mode: SwitchMode) => `${number}:${words.get(mode)}`;
  const runWith = (value: string) => run({ environment: { [switches.variable]: value } });
  return {
    async failing(number, mode) {
      const proof = await runWith(settingOf(codes.get(number) ?? 0, mode));
      // What takes too long did not come to an error.
      const isError = mode === 'data' || mode === 'able';
      if (!isError) return noticingIn(proof);
      return proof.report.incomplete?.startsWith('timeout') === true ? [] : failingIn(proof);
    },
    // Looks to the code like any other sabotage: code that knows its own number behaves as in one.
    failingUnsabotaged: async () => failingIn(await runWith(settingOf(anyOf([...codes.values()]), 'none'))),
    async calls() {
      const environment = { [switches.variable]: settingOf('*', 'record') };
      const proof = await run({ environment, recording: switches.recording });
      const calls = readRecording(proof.recorded ?? '').flatMap((call) => {
        const number = numbers.get(call.number);
        return number === undefined ? [] : [{ ...call, number }];
      });
      return { calls, failing: failingIn(proof) };
    },
  };
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
