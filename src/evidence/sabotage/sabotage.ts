import { diffLines } from '../../base/line-diff.ts';
import { heldResults, takesResult } from '../../code/names.ts';
import type { FunctionFact, Source } from '../../code/source.ts';
import { ENDING_MODES, type RecordedCall, type SwitchMode } from '../../code/switches.ts';
import { childOf, holds, lineFinder, named } from '../../code/syntax.ts';
import { type FileChange, isNewFile } from '../diff.ts';
import { nameSome, type Reason, type RefusalCode, reason, showName } from '../reasons.ts';
import type { TestCase } from '../report.ts';
import type { Suspicion, SuspicionCode } from '../suspicions/suspicion.ts';

/** A function that is sabotaged. */
export interface Target extends FunctionFact {
  readonly number: number;
  readonly path: string;
  readonly line: number;
  /** Whether it gives something back that a test does something with. */
  readonly isTaken: boolean;
  /** Whether tests name it, so that they most likely call it themselves. */
  readonly isNamed: boolean;
}

/** One way in which a function was sabotaged, and the tests that failed for it. */
export interface Trial {
  readonly mode: SwitchMode;
  readonly noticedBy: readonly string[];
  /** Whether test files could not be loaded meanwhile, which use the function before their first test: what that shows nobody knows. */
  readonly isLost?: boolean;
}

/** Most functions of a phase that are sabotaged. */
const MAX_TARGETS = 24;

/** The functions that changes wrote or touched. */
export function targetsIn(
  sources: readonly Source[],
  changes: readonly FileChange[],
  tests: readonly Source[],
): readonly Target[] {
  const found = sources.flatMap(({ functions, text, path }) => {
    const change = changes.find((one) => one.path === path);
    const before = change === undefined || isNewFile(change) ? '' : (change.before ?? '');
    const added = diffLines(before, text).added.map(({ line }) => line);
    const lineOf = lineFinder(text);
    return functions.flatMap((one) => {
      const [first, last] = [lineOf(one.node.start), lineOf(one.node.end)];
      return added.some((line) => line >= first && line <= last)
        ? [
            {
              ...one,
              path,
              line: first,
              isTaken: isTaken(one, giverOf(one, functions), tests),
              isNamed: isNamed(one, tests),
            },
          ]
        : [];
    });
  });
  const ordered = found.toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed));
  return ordered.slice(0, MAX_TARGETS).map((target, at) => ({ ...target, number: at + 1 }));
}

/** Names are whole words: one of a letter is part of any text. */
function isNamed(one: FunctionFact, tests: readonly Source[]): boolean {
  return tests.some((test) => {
    const words = new Set(test.text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
    return namesIn(test, one).some((name) => words.has(name));
  });
}

/** Where no test can be read, what is given back counts as taken. One inside another is called by what that gave. */
function isTaken(one: FunctionFact, giver: FunctionFact | undefined, tests: readonly Source[]): boolean {
  const isTakenIn = (test: Source) => {
    const held = giver === undefined ? [] : namesIn(test, giver).flatMap((name) => heldResults(test, name));
    return (held.length > 0 ? held : namesIn(test, one)).some((name) => takesResult(test, name));
  };
  return one.results.length > 0 && (tests.length === 0 || tests.some(isTakenIn));
}

/** The function round another one. */
function giverOf(one: FunctionFact, functions: readonly FunctionFact[]): FunctionFact | undefined {
  return functions.findLast((other) => other !== one && holds(other.body, one.node));
}

/** What a function is called in a test: by its own name, and by the names under which it is imported. */
function namesIn({ found }: Source, { name }: FunctionFact): readonly string[] {
  const own = name.slice(name.lastIndexOf('.') + 1);
  const bindings = found.imports.flatMap((one) => one.bindings);
  return [own, ...bindings.filter(({ member }) => member === own).map((binding) => binding.name)];
}

/** What is tried on a function, in this order, until a test notices something that says enough. */
const WITHOUT_RESULT: readonly SwitchMode[] = ['effect', 'empty', 'able'];
const WITH_RESULT: readonly SwitchMode[] = [
  ...(['near', 'far', 'same', 'vary', 'data', 'effect', 'empty', 'anywhere', 'able'] as const),
];
/** For what tests reach only through other functions. */
const INSIDE: readonly SwitchMode[] = ['empty', 'anywhere', 'able'];

/** What to try next on a function that tests call themselves, or reach through others; nothing once it is known what tests make of the function. */
export function nextMode(target: Target, tried: readonly Trial[], isCalled: boolean): SwitchMode | undefined {
  const isTried = (mode: SwitchMode) => tried.some((one) => one.mode === mode);
  const noticed = tried.find(({ noticedBy }) => noticedBy.length > 0);
  // A test that sees whether something is done, and not what, is told from one where there is nothing more to see.
  if (noticed?.mode === 'empty' && isTried('effect') && !isTried('acted')) return 'acted';
  if (noticed?.mode === 'near') return isSure(tried) ? undefined : OTHER_VALUES.find((mode) => !isTried(mode));
  if (noticed !== undefined) return undefined;
  const order = !isCalled ? INSIDE : target.isTaken ? WITH_RESULT : WITHOUT_RESULT;
  return order.find((mode) => !isTried(mode));
}

/** A test that only rules out one value may happen to notice that one: one of these has to be noticed as well. */
const OTHER_VALUES: readonly SwitchMode[] = ['far', 'same'];

function isSure(tried: readonly Trial[]): boolean {
  return tried.some(({ mode, noticedBy, isLost }) => OTHER_VALUES.includes(mode) && (noticedBy.length > 0 || isLost));
}

/**
 * What tests make of a function:
 * - `noticed`: one fails when the function is sabotaged;
 * - `loose`: one fails when it returns something very different, and none when it returns something a little different;
 * - `loose_effect`: one fails when it does nothing, and none when what it passes on or changes is a little different;
 * - `result_unchecked`: tests call it and take what it returns, but pass with another value of the same type;
 * - `unnoticed`: tests get there, and pass whatever it does;
 * - `trivial`: the same, but it only makes an object, or shows one as text: nobody has to test that for itself;
 * - `untried`: no test gets there, or nothing of it can be made another one.
 */
export type Regard = 'noticed' | 'loose' | 'loose_effect' | 'result_unchecked' | 'unnoticed' | 'trivial' | 'untried';

/** `others`: what was tried on other functions. */
export function regardOf(
  tried: readonly Trial[],
  target: Pick<Target, 'name' | 'parameters' | 'body'>,
  others: readonly Trial[],
): Regard {
  const { mode, noticedBy = [] } = tried.find((trial) => trial.noticedBy.length > 0) ?? {};
  if (mode === undefined) return 'untried';
  if (mode === 'far' || mode === 'same') return 'loose';
  if (mode === 'near' && !isSure(tried)) return 'result_unchecked';
  if (mode === 'empty' && tried.some((one) => one.mode === 'acted' && one.noticedBy.length > 0)) return 'loose_effect';
  // A test that compares what a function gives with what the same function gives passes with any value: it checks the
  // function only if it holds others to their results.
  const steady = others.filter((one) => one.mode !== 'vary');
  if (mode === 'vary') return noticedBy.some((id) => isNoticing(id, steady)) ? 'noticed' : 'result_unchecked';
  if (mode !== 'data' && mode !== 'able') return 'noticed';
  // What gives nothing can only be made to give something.
  if (mode === 'able' && tried.some((one) => one.mode === 'something' && one.noticedBy.length > 0)) return 'noticed';
  const real = tried.filter((trial) => !ENDING_MODES.has(trial.mode) && !PARTIAL_MODES.has(trial.mode));
  if (real.length > 0 && real.every(({ isLost }) => isLost === true)) return 'untried';
  if (TRIVIAL.test(target.name) || (mode === 'able' && makesOnly(target))) return 'trivial';
  return mode === 'data' ? 'result_unchecked' : 'unnoticed';
}

/** Modes that change nothing of most functions: that test files can be loaded meanwhile says nothing. */
const PARTIAL_MODES: ReadonlySet<SwitchMode> = new Set(['effect', 'something']);

/**
 * Whether a function gave different results when it was given the same, and no object to remember anything in: it goes by
 * chance or by the clock, and a test can only say within what its results are.
 */
export function isByChance(
  { number, body, node }: Pick<Target, 'number' | 'body' | 'node'>,
  calls: readonly RecordedCall[],
  text: string,
): boolean {
  const own = calls.filter((call) => call.number === number && call.returned !== undefined);
  const first = new Map(own.toReversed().map(({ given, returned }) => [given, returned]));
  return (
    own.some(({ given, returned }) => first.get(given) !== returned) &&
    // The objects of Go's methods have names of their own.
    childOf(node, 'receiver') === undefined &&
    !/\b(?:this|self|cls)\b/.test(text.slice(body.start, body.end))
  );
}

/** What makes an object or shows one as text. */
const TRIVIAL =
  /(?:^|\.)(?:constructor|__init__|__str__|__repr__|__format__|toString|toJSON)$|\.(?:new|String|GoString|fmt)$/;

/** Whether a function is given nothing and does one thing: to make a blank object is the same as to do nothing. */
function makesOnly({ parameters, body }: Pick<Target, 'parameters' | 'body'>): boolean {
  return parameters.length === 0 && named(body).filter(({ type }) => !type.includes('comment')).length <= 1;
}

/** Whether a test noticed a sabotage, which the end of the process is not. */
export function isNoticing(id: string, trials: readonly Trial[]): boolean {
  return trials.some(({ mode, noticedBy }) => !ENDING_MODES.has(mode) && noticedBy.includes(id));
}

/** Whether tests call nothing of what was written: they notice nothing of it, whether or not a line of it can be made wrong. */
export function callsNothing(trials: readonly Trial[], calls: readonly RecordedCall[]): boolean {
  return calls.length === 0 && trials.every(({ noticedBy, isLost }) => noticedBy.length === 0 && isLost !== true);
}

/** What is said of a function whose sabotage no test notices. */
export function suspectFunction(
  { name, path, line }: Pick<Target, 'name' | 'path' | 'line'>,
  regard: Regard,
): readonly Suspicion[] {
  const { code, may } = UNCHECKED[regard] ?? {};
  if (code === undefined) return [];
  return [{ code, message: `${showName(name)} may ${may}, and every test still passes`, path, line }];
}

const UNCHECKED: { readonly [key in Regard]?: { readonly code: SuspicionCode; readonly may: string } } = {
  result_unchecked: { code: 'result_unchecked', may: 'return another value of the same type' },
  loose: { code: 'result_loosely_checked', may: 'return a somewhat different value' },
  loose_effect: { code: 'result_loosely_checked', may: 'pass on or change something a little different' },
  unnoticed: { code: 'function_unchecked', may: 'do nothing' },
};

/** Whether it is sure enough to refuse the tests for it. */
export function isRefusable(one: Suspicion): one is Refusable {
  return ['result_unchecked', 'function_unchecked', 'notices_nothing'].includes(one.code);
}

type Refusable = Suspicion & { readonly code: RefusalCode & SuspicionCode };

/** The refusal of such a suspicion, with what to do. */
export function refusalOf({ code, message, path, line }: Refusable): Reason {
  const what = code === 'notices_nothing' ? '' : ` (${path}:${line})`;
  return reason(code, `${message}${what}. ${REMEDY}`, { paths: [path] });
}

const REMEDY =
  'Write the test so that it fails when the code is wrong: let it compare what it gets with the value that is right.';

/** What is said where nothing can be tried: tests fail for the switches alone, or no wrong version can be loaded. */
export function suspectUnsabotaged([target]: readonly Pick<Target, 'path' | 'line'>[], why: string): Suspicion {
  const { path = '', line = 1 } = target ?? {};
  return { code: 'unsabotaged', message: `What the new tests notice could not be tried: ${why}`, path, line };
}

/** The refusal of tests that fail in a run in which nothing was sabotaged. */
export function unsteady(tests: readonly string[]): Reason {
  const message = `Tests pass or fail from run to run while the code stays the same: ${nameSome(tests)}. Make test and code give the same result every time.`;
  return reason('flaky', message, { tests: [...tests] });
}

/** What is said of new tests that pass with every sabotage. */
export function suspectTests(tests: readonly Pick<TestCase, 'id' | 'file'>[]): readonly Suspicion[] {
  const [first] = tests;
  if (first === undefined) return [];
  const message = `New tests pass with every wrong version of the code that was tried: ${nameSome(tests.map(({ id }) => id))}`;
  return [{ code: 'notices_nothing', message, path: first.file, line: 1 }];
}
