import { diffLines } from '../../../base/line-diff.ts';
import { languageOf } from '../../../code/languages.ts';
import { type Mutant, mutantsOf, spread } from '../../../code/mutants.ts';
import type { RecordedCall, SwitchMode } from '../../../code/switches.ts';
import type { FileChange } from '../../../evidence/diff.ts';
import { isTested } from '../../../evidence/file-roles.ts';
import { nameSome, type Reason } from '../../../evidence/reasons.ts';
import type { TestCase } from '../../../evidence/report.ts';
import {
  callsNothing,
  isByChance,
  isNoticing,
  nextMode,
  type Regard,
  regardOf,
  suspectFunction,
  suspectTests,
  suspectUnsabotaged,
  type Target,
  type Trial,
  targetsIn,
  unsteady,
} from '../../../evidence/sabotage/sabotage.ts';
import type { Suspicion } from '../../../evidence/suspicions/suspicion.ts';
import type { Judged, Judgement } from '../judge.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { proveAltered } from './altered.ts';
import type { SwitchedTree, ToSwitch } from './experiments.ts';
import { isUnsteady, readSources, withSwitches } from './switched-tree.ts';

/** What came of sabotaging the code of a phase. */
export interface Sabotaged {
  readonly reasons: readonly Reason[];
  readonly suspicions: readonly Suspicion[];
  readonly facts: SabotageFacts;
}

/** What goes into the record: each function with what was tried on it. */
export interface SabotageFacts {
  readonly functions: readonly TriedFunction[];
  /** New tests that notice nothing. */
  readonly idle?: readonly string[];
  /** Why no function could be sabotaged. */
  readonly unsabotaged?: string;
}

interface TriedFunction {
  readonly name: string;
  readonly path: string;
  readonly line: number;
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
  const only = [...new Set(tests.map(({ file }) => file))];
  const { targets, written, ...asked } = await toSabotage(judged, { only, accepted: report }, turn, around);
  if (targets.length === 0) return withoutFunctions(tests, judged.tree, written, around);
  const tried = await withSwitches(asked, around, (switched) => tryTargets(targets, tests, switched, around));
  if (isUnsteady(tried)) {
    if (!tried.isAlways) return { ...NOTHING, reasons: [unsteady(tried.unsteady)] };
    const named = nameSome(targets.map(({ name, path, line }) => `${name} (${path}:${line})`));
    const unsabotaged = `the tests do not pass with switches in the code, all of them off: ${named}`;
    const suspicions = [suspectUnsabotaged(targets, unsabotaged)];
    return { ...NOTHING, suspicions, facts: { functions: [], unsabotaged } };
  }
  const stubbed = turn.state.knowledge.red?.passing ?? [];
  const open = tests.filter(({ id }) => !isNoticing(id, [...tried.trials.values()].flat()));
  const lines = await tryWrongLines(open, judged.tree, written, around);
  const regards = [...tried.trials].map(([target, trials]) => {
    const others = [...tried.trials].flatMap(([other, all]) => (other === target ? [] : all));
    const seen = regardOf(trials, target, others);
    const text = asked.sources.find(({ path }) => path === target.path)?.text ?? '';
    const regard: Regard = seen === 'loose' && isByChance(target, tried.calls, text) ? 'noticed' : seen;
    return { target, trials, regard };
  });
  const idle = lines.isTried || callsNothing([...tried.trials.values()].flat(), tried.calls) ? lines.open : [];
  return {
    reasons: [],
    suspicions: [
      ...regards.flatMap(({ target, regard }) => suspectFunction(target, regard)),
      // Beside tests that notice something, one that only goes through the code is fine, if it was seen to fail.
      ...suspectTests(idle.length < tests.length ? idle.filter(({ id }) => stubbed.includes(id)) : idle),
    ],
    facts: {
      functions: regards.map(({ target: { name, path, line }, trials, regard }) => ({
        ...{ name, path, line, regard },
        tried: trials.map(({ mode }) => mode),
      })),
      ...(idle.length > 0 ? { idle: idle.map(({ id }) => id) } : {}),
    },
  };
}

/** Tries what is always tried, so that it is known by the time it is asked for; `only`: the files in which new tests may be. */
export async function sabotageAhead(
  judged: Judged,
  only: readonly string[],
  turn: Turn,
  around: Surroundings,
): Promise<void> {
  const { targets, ...asked } = await toSabotage(judged, { only, accepted: { tests: [] } }, turn, around);
  if (targets.length === 0) return;
  await withSwitches(asked, around, async (switched) => {
    await switched.failing(triedFirst(targets).map(({ target: { number }, mode }) => ({ number, mode })));
    await switched.calls();
  });
}

/** What the phase wrote, and the functions in it. */
async function toSabotage(
  { tree, changes }: Judged,
  { only, accepted }: Pick<ToSwitch, 'only' | 'accepted'>,
  { state }: Turn,
  around: Surroundings,
) {
  const roles = await around.roles(state.base.tree);
  const written = changes.filter(({ path, after }) => after !== undefined && isTested(path, roles));
  const paths = written.map(({ path }) => path);
  const [sources, testing] = [await readSources(tree, paths, around), await readSources(tree, only, around)];
  const targets = targetsIn(sources, written, testing);
  return { targets, written, tree, functions: targets, sources, accepted, only };
}

/** Constants, tables, and code in other languages: wrong lines are tried, where any can be. */
async function withoutFunctions(
  tests: readonly TestCase[],
  tree: string,
  written: readonly FileChange[],
  around: Surroundings,
): Promise<Sabotaged> {
  const { open, isTried, isBroken } = await tryWrongLines(tests, tree, written, around);
  if (isTried) {
    const suspicions = open.length < tests.length ? [] : suspectTests(open);
    return { ...NOTHING, suspicions, facts: { functions: [], idle: open.map(({ id }) => id) } };
  }
  const where = written.length === 0 ? '' : `: ${nameSome(written.map(({ path }) => path))}`;
  const why = isBroken
    ? 'no wrong version of the code can be loaded'
    : 'nothing was written in a language that Baton can sabotage';
  const unsabotaged = `${why}${where}`;
  const places = written.map(({ path }) => ({ path, line: 1 }));
  return {
    ...NOTHING,
    suspicions: isBroken ? [suspectUnsabotaged(places, why)] : [],
    facts: { functions: [], unsabotaged },
  };
}

const NOTHING: Sabotaged = { reasons: [], suspicions: [], facts: { functions: [] } };

/** Tries each function until it is known what tests make of it, and then what is left for tests that noticed nothing. */
async function tryTargets(
  targets: readonly Target[],
  tests: readonly TestCase[],
  switched: SwitchedTree,
  around: Surroundings,
): Promise<{ readonly trials: ReadonlyMap<Target, readonly Trial[]>; readonly calls: readonly RecordedCall[] }> {
  const trials = new Map<Target, Trial[]>(targets.map((target) => [target, []]));
  const attempt = async (asked: readonly { readonly target: Target; readonly mode: SwitchMode }[]) => {
    const names = [...new Set(asked.map(({ target: { name } }) => name))];
    if (names.length > 0) around.onProgress(`sabotaging ${nameSome(names)}, to see whether a test notices`);
    const noticed = await switched.failing(asked.map(({ target: { number }, mode }) => ({ number, mode })));
    for (const [at, { target, mode }] of asked.entries()) {
      const isLost = switched.isLost({ number: target.number, mode });
      trials.get(target)?.push({ mode, noticedBy: noticed[at] ?? [], isLost });
    }
  };
  await attempt(triedFirst(targets));
  const triedOn = (target: Target) => trials.get(target) ?? [];
  const calls = await switched.calls();
  const called = new Set(calls.map(({ number }) => number));
  const ahead = (target: Target, most: number) => nextModes(target, triedOn(target), called.has(target.number), most);
  for (;;) {
    const open = targets.filter((target) => ahead(target, 1).length > 0);
    if (open.length === 0) break;
    const most = Math.max(1, Math.floor(switched.width / open.length));
    await attempt(open.flatMap((target) => ahead(target, most).map((mode) => ({ target, mode }))));
  }
  // Tests of errors notice what does not fail, those of nothing what gives something, not another value.
  for (const mode of ['empty', 'something'] as const) {
    const all = [...trials.values()].flat();
    if (tests.every(({ id }) => isNoticing(id, all))) break;
    const left = targets.filter((target) => !triedOn(target).some((trial) => trial.mode === mode));
    await attempt(left.map((target) => ({ target, mode })));
  }
  return { trials, calls };
}

/** What tests most likely notice, of the functions that they call themselves. */
function triedFirst(targets: readonly Target[]) {
  const named = targets.filter(({ isNamed, isTaken }) => isNamed && isTaken);
  return named.flatMap((target) => (['near', 'far'] as const).map((mode) => ({ target, mode })));
}

/** The next few things to try on a function, if none of them is noticed. */
function nextModes(target: Target, tried: readonly Trial[], isCalled: boolean, most: number): readonly SwitchMode[] {
  const [next] = most < 1 ? [] : [nextMode(target, tried, isCalled)];
  if (next === undefined) return [];
  return [next, ...nextModes(target, [...tried, { mode: next, noticedBy: [] }], isCalled, most - 1)];
}

/** Most wrong lines that are tried on tests that no sabotage of a function made fail. */
const MAX_MUTANTS = 6;

/** Tests that pass with every wrong line that is tried; `isTried`: whether one could be; `isBroken`: whether none could be loaded. */
async function tryWrongLines(
  tests: readonly TestCase[],
  tree: string,
  written: readonly FileChange[],
  around: Surroundings,
): Promise<{ readonly open: readonly TestCase[]; readonly isTried: boolean; readonly isBroken: boolean }> {
  let open = tests;
  let [isTried, isBroken] = [false, false];
  for (const { path, text } of spread(written.flatMap(calmMutants), MAX_MUTANTS)) {
    if (open.length === 0) break;
    around.onProgress('making the code wrong, to see whether the new tests notice');
    const files = [...new Set(open.map(({ file }) => file))];
    const altered = await proveAltered(tree, { [path]: text }, files, around);
    if (altered.incomplete?.startsWith('timeout') === true) return { open: [], isTried, isBroken };
    // What does not even load says nothing about the tests.
    isBroken ||= altered.incomplete !== null || altered.uncollected.length > 0;
    if (altered.incomplete !== null || altered.uncollected.length > 0) continue;
    isTried = true;
    // One that skips itself does not fail.
    const still = altered.tests.filter(({ outcome }) => outcome === 'passed' || outcome === 'skipped');
    open = open.filter(({ id }) => still.some((one) => one.id === id));
  }
  return { open, isTried, isBroken };
}

/**
 * Wrong versions that come to an end: not of lines that a loop goes by, which might never. What was right stands beside it as a
 * comment: a test that only reads the code finds what it looks for.
 */
function calmMutants({ path, before = '', after = '', sources }: FileChange): readonly Mutant[] {
  const calm = diffLines(before, after).added.filter(({ text }) => !LOOPS.test(text));
  const mutants = mutantsOf(
    sources?.after ?? { path, text: after },
    calm.map(({ line }) => line),
  );
  const mark = languageOf(path)?.comment;
  const right = after.split('\n');
  return mutants.map((one) => {
    const lines = one.text.split('\n');
    const comment = `${lines[one.line - 1]} ${mark} ${right[one.line - 1]?.trim()}`;
    return mark === undefined ? one : { ...one, text: lines.with(one.line - 1, comment).join('\n') };
  });
}

const LOOPS = /\b(?:while|for|loop|until|do)\b|\+\+|--|[-+]=/;
