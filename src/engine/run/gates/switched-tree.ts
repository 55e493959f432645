import { randomBytes, randomInt } from 'node:crypto';
import { languageOf, rootsOf, writeSwitches } from '../../../code/languages.ts';
import type { Source } from '../../../code/source.ts';
import {
  callCode,
  type RecordedCall,
  readRecording,
  SWITCH_MODES,
  type Switches,
  type SwitchMode,
} from '../../../code/switches.ts';
import { type FileRoles, isTested } from '../../../evidence/file-roles.ts';
import { editTree } from '../../../sys/git/tree-edit.ts';
import type { Proof, Series } from '../../proof.ts';
import { readRuntime } from '../../switches/read-runtime.ts';
import { fileAt, type Surroundings } from '../surroundings.ts';
import {
  type Experiments,
  NOTHING_MORE,
  NotKnown,
  type Outcome,
  openSwitched,
  placeOf,
  type Rounds,
  type Sabotage,
  type SwitchedFunction,
  type SwitchedTree,
  TestsUnsteady,
  type ToSwitch,
} from './experiments.ts';

/** Tests that fail while nothing is sabotaged: what they notice cannot be told. */
export interface Unsteady {
  readonly unsteady: readonly string[];
  /** Whether the switches alone make them fail, however often the tests are run. */
  readonly isAlways: boolean;
}

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
  const { experiments } = around;
  const remembered = await stoppedBy(NotKnown, () => work(openSwitched(asked, experiments, NOTHING_MORE)));
  if (!(remembered instanceof NotKnown)) return remembered;
  const { edited, switches } = await writeSwitchesInto(asked, around);
  const selection = { files: asked.only };
  const attempt = async (series: Series) => {
    const found: Experiments = new Map(experiments);
    const done = await stoppedBy(TestsUnsteady, () =>
      work(openSwitched(asked, found, roundsIn(asked, switches, series))),
    );
    // What an attempt showed before its tests became unsteady counts for nothing.
    if (!(done instanceof TestsUnsteady)) for (const [key, one] of found) experiments.set(key, one);
    return done;
  };
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

/**
 * Nobody can know when which run comes. One changes nothing, or records the calls, and one more comes last where runs share a
 * directory.
 */
function roundsIn(asked: ToSwitch, switches: Batch, series: Series): Rounds {
  const { codes, words } = switches;
  const settingOf = (number: number, mode: SwitchMode, given?: string) => ({
    environment: {
      [switches.variable]: `${number}:${words.get(mode)}${given === undefined ? '' : `:${callCode({ given })}`}`,
    },
    recording: switches.recording,
  });
  /** Looks to the code like any other sabotage: code that knows its own number behaves as in one. */
  const anyIn = (mode: SwitchMode) => settingOf(anyOf([...codes.values()]), mode);
  return {
    width: series.width,
    async run(sabotages, asksCalls) {
      const runs = shuffled([
        ...sabotages.map((one) => ({ ...settingOf(codes.get(one.number) ?? 0, one.mode, one.given), one })),
        { ...anyIn(asksCalls ? 'record' : 'none'), one: undefined },
      ]);
      const last = runs.length > series.width ? [anyIn('none')] : [];
      const proofs = await series.run([...runs.map(({ one: _, ...run }) => run), ...last]);
      const proofOf = (one: Sabotage | undefined) => proofs[runs.findIndex((run) => run.one === one)] as Proof;
      const calm = proofOf(undefined);
      return {
        outcomes: sabotages.map((one) => outcomeOf(proofOf(one))),
        calm: [outcomeOf(calm), ...proofs.slice(runs.length).map(outcomeOf)],
        calls: asksCalls ? callsIn(calm, asked, codes) : undefined,
      };
    },
    async unnamed() {
      const [named, unnamed] = await series.run([anyIn('none'), {}]);
      return [outcomeOf(named as Proof), outcomeOf(unnamed as Proof)];
    },
  };
}

function outcomeOf({ report }: Proof): Outcome {
  return {
    passed: new Set(report.tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id)),
    skipped: new Set(report.tests.filter(({ outcome }) => outcome === 'skipped').map(({ id }) => id)),
    unloaded: new Set(report.uncollected.map(({ file }) => file)),
    isTimeout: report.incomplete?.startsWith('timeout') === true,
  };
}

/** Calls with the places of functions in their order instead of numbers. */
function callsIn({ recorded = '' }: Proof, { functions }: ToSwitch, codes: Batch['codes']): readonly RecordedCall[] {
  const ordered = functions.toSorted((one, other) => placeOf(one).localeCompare(placeOf(other)));
  const places = new Map(ordered.map(({ number }, at) => [codes.get(number), at]));
  return readRecording(recorded).flatMap((call) => {
    const place = places.get(call.number);
    return place === undefined ? [] : [{ ...call, number: place }];
  });
}

function shuffled<T>(list: readonly T[]): readonly T[] {
  const left = [...list];
  return list.flatMap(() => left.splice(randomInt(left.length), 1));
}

function anyOf(list: readonly number[]): number {
  return list[randomInt(Math.max(list.length, 1))] ?? 0;
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
