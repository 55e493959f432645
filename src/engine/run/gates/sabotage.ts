import { randomBytes } from 'node:crypto';
import { rootsOf, writeSwitches } from '../../../code/languages.ts';
import type { Source } from '../../../code/source.ts';
import type { Switches, SwitchMode } from '../../../code/switches.ts';
import type { FileChange } from '../../../evidence/diff.ts';
import { isTested } from '../../../evidence/file-roles.ts';
import { diffLines } from '../../../evidence/line-diff.ts';
import { type Mutant, mutantsOf, spread } from '../../../evidence/mutation/mutants.ts';
import type { TestCase, TestReport } from '../../../evidence/report.ts';
import {
  isNoticing,
  nextMode,
  type Regard,
  regardOf,
  suspectFunction,
  suspectTest,
  type Target,
  type Trial,
  targetsIn,
} from '../../../evidence/sabotage/sabotage.ts';
import type { Suspicion } from '../../../evidence/suspicions/suspicion.ts';
import { editTree } from '../../../sys/git/tree-edit.ts';
import type { Judged, Judgement } from '../judge.ts';
import { fileAt, type Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { proveAltered } from './altered.ts';

/** What came of sabotaging the code of a phase. */
export interface Sabotaged {
  readonly suspicions: readonly Suspicion[];
  readonly facts: SabotageFacts;
}

/** What goes into the record: each function with what was tried on it. */
interface SabotageFacts {
  readonly functions: readonly TriedFunction[];
  /** New tests that notice nothing. */
  readonly idle?: readonly string[];
  /** Why no function could be sabotaged. */
  readonly unsabotaged?: string;
}

interface TriedFunction {
  readonly name: string;
  readonly path: string;
  readonly regard: Regard;
  readonly tried: readonly SwitchMode[];
}

/** Runs the tests of the cycle on sabotaged versions of what the phase wrote, and says what none of them noticed. */
export async function sabotage(
  judged: Judged,
  { remember, report }: Judgement,
  turn: Turn,
  around: Surroundings,
): Promise<Sabotaged> {
  const own = new Set(remember?.new_tests ?? []);
  const tests = (report?.tests ?? []).filter(({ id, outcome }) => own.has(id) && outcome === 'passed');
  if (report === undefined || report.strength === 'weak' || tests.length === 0) return NOTHING;
  const roles = await around.roles(turn.state.base.tree);
  const written = judged.changes.filter(({ path, after }) => after !== undefined && isTested(path, roles));
  const opened = await openBatch(judged.tree, written, tests, report, around);
  const batch = typeof opened === 'string' ? undefined : opened;
  const trials = new Map<Target, Trial[]>();
  const attempt = async (target: Target, mode: SwitchMode) => {
    around.onProgress(`sabotaging ${target.name}, to see whether a test notices`);
    const tried = { mode, noticedBy: (await batch?.noticing(target, mode)) ?? [] };
    trials.set(target, [...(trials.get(target) ?? []), tried]);
  };
  for (const target of batch?.targets ?? []) {
    for (let mode = nextMode(target, []); mode !== undefined; mode = nextMode(target, trials.get(target) ?? [])) {
      await attempt(target, mode);
    }
  }
  const open = () => tests.filter(({ id }) => !isNoticing(id, [...trials.values()].flat()));
  // Tests of errors notice what does not fail, those of nothing what gives something, not another value.
  for (const mode of ['empty', 'something'] as const) {
    for (const target of batch?.targets ?? []) {
      const isTried = (trials.get(target) ?? []).some((trial) => trial.mode === mode);
      if (open().length > 0 && !isTried) await attempt(target, mode);
    }
  }
  const idle = await unnoticing(open(), judged.tree, written, around);
  const regards = [...trials].map(([target, tried]) => ({ target, tried, regard: regardOf(tried) }));
  return {
    suspicions: [
      ...regards.flatMap(({ target, regard }) => suspectFunction(target, regard)),
      // Beside tests that notice something, one that only goes through the code is fine.
      ...(idle.length < tests.length ? [] : idle.map(({ id, file }) => suspectTest(id, file))),
    ],
    facts: {
      functions: regards.map(({ target: { name, path }, tried, regard }) => ({
        ...{ name, path, regard },
        tried: tried.map(({ mode }) => mode),
      })),
      ...(idle.length > 0 ? { idle: idle.map(({ id }) => id) } : {}),
      ...(typeof opened === 'string' ? { unsabotaged: opened } : {}),
    },
  };
}

const NOTHING: Sabotaged = { suspicions: [], facts: { functions: [] } };

interface Batch {
  readonly targets: readonly Target[];
  /** The tests that fail while a function is sabotaged. */
  noticing(target: Target, mode: SwitchMode): Promise<readonly string[]>;
}

/** A tree with a switch in every function that was written, or why there is none. */
async function openBatch(
  tree: string,
  written: readonly FileChange[],
  tests: readonly TestCase[],
  accepted: TestReport,
  around: Surroundings,
): Promise<Batch | string> {
  const sources = await readAll(
    written.map(({ path, after = '' }) => ({ path, text: after })),
    around,
  );
  const only = [...new Set(tests.map(({ file }) => file))];
  const testing = await Promise.all(
    only.map(async (path) => ({ path, text: (await fileAt(around, tree, path)) ?? '' })),
  );
  const targets = targetsIn(sources, written, await readAll(testing, around));
  if (targets.length === 0) return 'no function was written in a language that Baton can sabotage';
  const paths = [...new Set(targets.map(({ path }) => path))];
  const roots = await Promise.all(
    rootsOf(paths).map(async (path) => ({ path, text: (await fileAt(around, tree, path)) ?? '' })),
  );
  const beside = await readAll(
    roots.filter(({ text }) => text !== ''),
    around,
  );
  const switches: Switches = {
    name: `sw${randomBytes(4).toString('hex')}`,
    variable: `SW_${randomBytes(4).toString('hex').toUpperCase()}`,
    files: paths.map((path) => `/${path}`),
  };
  const switched = [...sources.filter(({ path }) => paths.includes(path)), ...beside].map((source) => ({
    source,
    functions: targets.filter(({ path }) => path === source.path),
  }));
  const edits = writeSwitches(switched, switches);
  const edited = await editTree(around.repository, tree, edits, around.list);
  const passing = accepted.tests
    .filter(({ outcome, file }) => outcome === 'passed' && only.includes(file))
    .map(({ id }) => id);
  const failing = async (value: string, isError = false): Promise<readonly string[]> => {
    const { report } = await around.prover.prove(edited, {
      selection: { files: only },
      altered: true,
      environment: { [switches.variable]: value },
    });
    // What takes too long did not come to an error.
    if (isError && report.incomplete?.startsWith('timeout') === true) return [];
    const passed = new Set(report.tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
    return passing.filter((id) => !passed.has(id));
  };
  if ((await failing('0:off')).length > 0) return 'the tests do not pass with switches in the code, all of them off';
  return { targets, noticing: ({ number }, mode) => failing(`${number}:${mode}`, mode === 'data' || mode === 'able') };
}

async function readAll(
  files: readonly { readonly path: string; readonly text: string }[],
  { readSource }: Surroundings,
): Promise<readonly Source[]> {
  const read = await Promise.all(files.map(({ path, text }) => readSource(path, text)));
  return read.filter((source) => source !== undefined);
}

/** Most wrong lines that are tried on tests that no sabotage of a function made fail. */
const MAX_MUTANTS = 6;

/** Tests that pass with every wrong line that is tried as well; none where nothing could be tried. */
async function unnoticing(
  tests: readonly TestCase[],
  tree: string,
  written: readonly FileChange[],
  around: Surroundings,
): Promise<readonly TestCase[]> {
  let open = tests;
  let isTried = false;
  for (const { path, text } of spread(written.flatMap(calmMutants), MAX_MUTANTS)) {
    if (open.length === 0) break;
    around.onProgress('making the code wrong, to see whether the new tests notice');
    const files = [...new Set(open.map(({ file }) => file))];
    const altered = await proveAltered(tree, { [path]: text }, files, around);
    if (altered.incomplete?.startsWith('timeout') === true) return [];
    // What does not even load says nothing about the tests.
    if (altered.incomplete !== null || altered.uncollected.length > 0) continue;
    isTried = true;
    const passed = new Set(altered.tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
    open = open.filter(({ id }) => passed.has(id));
  }
  return isTried ? open : [];
}

/** Wrong versions that come to an end: not of lines that a loop goes by, which might never. */
function calmMutants({ path, before = '', after = '' }: FileChange): readonly Mutant[] {
  const calm = diffLines(before, after).added.filter(({ text }) => !LOOPS.test(text));
  return mutantsOf(
    path,
    after,
    calm.map(({ line }) => line),
  );
}

const LOOPS = /\b(?:while|for|loop|until|do)\b|\+\+|--|[-+]=/;
