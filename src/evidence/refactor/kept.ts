import type { FunctionFact } from '../../code/source.ts';
import { ANY_ERROR, OWN_ERROR, type RecordedCall, type SwitchMode } from '../../code/switches.ts';
import { type ItemOptions, mayChange } from '../plan/list-item.ts';
import { nameSome, type Reason, type RefusalCode, reason, reasonFor, showName } from '../reasons.ts';

/** What experiments on a refactoring showed: what tests noticed before the phase and do not notice after it. */
export interface Kept {
  /** Test files that were changed or removed, by their earlier paths. */
  readonly touched: readonly string[];
  /** Why nothing could be tried. */
  readonly untried?: string | undefined;
  /** Tests that fail by an assertion on the code as it is now, as they were before the phase. */
  readonly broken: readonly string[];
  /** Sabotages that a test noticed before, and none notices now. */
  readonly lost: readonly Lost[];
  /** Calls that tests made before, and make no more. */
  readonly dropped: readonly string[];
  /** Calls that return something else now. */
  readonly answers: readonly string[];
  /** Functions that were added, and new files in unknown languages, that no test notices and no file had before. */
  readonly unproved: readonly string[];
  /** Names that the files offered when the run began, and that none offers now. */
  readonly removed: readonly string[];
}

export interface Lost {
  readonly name: string;
  readonly path: string;
  readonly mode: SwitchMode;
  /** What the one call that was sabotaged is given; every call was where nothing is said. */
  readonly given?: string | undefined;
}

/** Judges what experiments showed. Test files that the list item lets change may notice less. */
export function judgeKept(kept: Kept, { item }: { readonly item: ItemOptions }): readonly Reason[] {
  const isNamed = mayChange(item);
  const isFree = kept.touched.length > 0 && kept.touched.every((path) => isNamed(path));
  return [
    ...(isFree ? [] : judgeTests(kept)),
    ...tell('answers_differently', kept.answers, (named) => {
      return `Calls return something else than before: ${named}. Refactoring keeps what code does; a change of behaviour needs a test of its own.`;
    }),
    ...tell('out_of_scope', kept.unproved, (named) => {
      return `Code was added that no test notices and no file had before: ${named}. Move existing code, or leave it out.`;
    }),
    ...tell('export_removed', kept.removed, (named) => {
      return `Names that others may use are no longer offered: ${named}. Keep them, for example as another name of what replaces them.`;
    }),
  ];
}

function judgeTests({ touched, untried, broken, lost, dropped }: Kept): readonly Reason[] {
  if (touched.length > 0 && untried !== undefined) {
    const message = `It cannot be shown that changed tests still check what they did (${nameSome(touched)}): ${untried}. ${ALLOW}`;
    return [reason('refactored_test_is_hollow', message, { paths: touched })];
  }
  return [
    ...reasonFor('existing_test_changed', 'tests', broken, (named) => {
      return `Changed tests ask for something else now: as they were, they fail on the changed code: ${named}. ${ALLOW}`;
    }),
    ...lost.map(({ name, path, mode, given }) => {
      const called = given === undefined ? '' : `, called as ${showCall({ name, given })},`;
      const message = `Before this phase a test failed when ${showName(name)} (${showName(path)})${called} ${WRONG[mode] ?? 'failed'}; now none does. ${ALLOW}`;
      return reason('refactored_test_is_hollow', message, { paths: [path] });
    }),
    ...tell('refactored_test_is_hollow', dropped, (named) => `Tests no longer try ${named}. ${ALLOW}`, touched),
  ];
}

/** One refusal for what is neither a test nor a file. */
function tell(code: RefusalCode, list: readonly string[], say: (named: string) => string, paths?: readonly string[]) {
  return list.length === 0 ? [] : [reason(code, say(nameSome(list)), { paths: paths ?? [] })];
}

const ALLOW =
  'Let the tests check as much, as strictly, as before; or let the list item say (changes: path), or ask for an approval.';

/** What a sabotage that was noticed does, as the end of a sentence that begins with the name of a function. */
const WRONG: { readonly [mode in SwitchMode]?: string } = {
  near: 'returned something a little different',
  below: 'returned a little less',
  far: 'returned something very different',
  form: 'returned the same in another order or with other letters',
  length: 'returned one part more or less',
  same: 'always returned the same',
  effect: 'passed on or changed something a little different',
  message: 'raised an error with another text',
  kind: 'raised an error of another class',
  empty: 'did nothing',
};

const OF_RESULTS: readonly SwitchMode[] = ['near', 'below', 'far', 'form', 'length'];
const OF_ERRORS: readonly SwitchMode[] = ['message', 'kind'];

/**
 * Sabotages that show how strict tests are: each is noticed by a comparison with the right value. Those that can make a
 * difference to a function, by whether it returns anything and by how calls of it ended.
 */
export function strictModesFor(
  { results }: Pick<FunctionFact, 'results'>,
  calls: readonly Pick<RecordedCall, 'given' | 'returned' | 'left'>[],
): readonly SwitchMode[] {
  const fails = calls.some(({ returned }) => returned?.startsWith(OWN_ERROR));
  const acts = results.length === 0 || calls.some(({ given, left }) => left !== undefined && left !== given);
  const ofEffects: readonly SwitchMode[] = acts ? ['effect'] : [];
  return [...(results.length > 0 ? OF_RESULTS : []), ...ofEffects, ...(fails ? OF_ERRORS : []), 'empty'];
}

/** Most calls that are sabotaged one at a time, of one function and in all. */
const [MAX_CALLS_EACH, MAX_CALLS] = [8, 32];

/**
 * Calls that are sabotaged one at a time: a test may compare the result of one call and no longer that of another. Those of
 * functions that return something, and that are called in more than one way. What is not a number or a truth also gets longer: a
 * test may ask for a part of it.
 */
export function callsToTry<One extends Pick<FunctionFact, 'name' | 'results'>>(
  functions: readonly One[],
  calls: readonly NamedCall[],
): readonly (One & Pick<Lost, 'mode' | 'given'>)[] {
  const found = functions.flatMap((one) => {
    const own = calls.filter(({ name }) => name === one.name);
    const given = [...new Set(own.flatMap((call) => (endOf(call) === undefined ? [call.given] : [])))];
    return one.results.length === 0 || given.length < 2
      ? []
      : given.slice(0, MAX_CALLS_EACH).map((each) => {
          const isPlain = own.some((call) => call.given === each && PLAIN.test(call.returned ?? ''));
          return { one, given: each, modes: isPlain ? (['near'] as const) : (['near', 'length'] as const) };
        });
  });
  return found.slice(0, MAX_CALLS).flatMap(({ one, given, modes }) => modes.map((mode) => ({ ...one, given, mode })));
}

const PLAIN = /^(?:-?\d[\d.]*|true|false)$/i;

/** Sabotages of which one has to be noticed where only code was changed. */
export const ANY_MODES: readonly SwitchMode[] = ['near', 'far', 'same', 'empty'];

/** A call with the name of its function. */
export interface NamedCall extends Omit<RecordedCall, 'number'> {
  readonly name: string;
}

/**
 * Calls that are no longer made; `counted`: as often as before. What is called by no name of before stands for what had
 * another name.
 */
export function droppedCalls(given: readonly NamedCall[], after: readonly NamedCall[], counted: boolean): string[] {
  const [old, now] = [namesOf(given), namesOf(after)];
  const renamed = (calls: readonly NamedCall[], known: Names) =>
    calls.map((call) => (known.has(call.name) ? call : { ...call, name: '' }));
  const [was, is] = [countCalls(renamed(given, now)), countCalls(renamed(after, old))];
  return [...was].filter(([call, count]) => (is.get(call) ?? 0) < (counted ? count : 1)).map(([call]) => call);
}

type Names = ReadonlySet<string>;

function namesOf(calls: readonly NamedCall[]): Names {
  return new Set(calls.map(({ name }) => name));
}

function countCalls(calls: readonly NamedCall[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const call of calls) {
    if (endOf(call) !== undefined) continue;
    counts.set(showCall(call), (counts.get(showCall(call)) ?? 0) + 1);
  }
  return counts;
}

/**
 * Calls that end otherwise: with another result or error, or with other changes of what they were given; among those that had
 * one and the same end however often they were made. Where tests changed, only functions that are given something are compared:
 * what others return depends on what was called before.
 */
export function otherAnswers(before: readonly NamedCall[], after: readonly NamedCall[], touched: boolean): string[] {
  const [was, is] = [answersOf(before), answersOf(after)];
  return [...was].flatMap(([key, { answers, ...call }]) => {
    const { name, given } = call;
    const now = is.get(key)?.answers;
    if (answers.size !== 1 || now?.size !== 1 || (touched && (name.includes('.') || !/\w/.test(given)))) return [];
    const [[old], [other]] = [[...answers], [...now]];
    return isSameEnd(old, other) ? [] : [`${showCall(call)} gave ${old}, now ${other}`];
  });
}

/** The texts and classes of errors that the language raises are no one's choice: only that there is one is compared. */
function isSameEnd(one = '', other = ''): boolean {
  const isError = (end: string) => end === ANY_ERROR || end.startsWith(OWN_ERROR);
  return one === other || ([one, other].includes(ANY_ERROR) && isError(one) && isError(other));
}

/** How a call ended; nothing where that it was made is all that is recorded. */
function endOf({ returned, left }: NamedCall): string | undefined {
  return left === undefined ? returned : `back ${left}`;
}

function answersOf(calls: readonly NamedCall[]) {
  const found = new Map<string, NamedCall & { readonly answers: Set<string> }>();
  for (const call of calls) {
    const end = endOf(call);
    if (end === undefined) continue;
    const key = `${call.left === undefined ? 'end' : 'left'} ${showCall(call)}`;
    const known = found.get(key) ?? { ...call, answers: new Set<string>() };
    found.set(key, known);
    known.answers.add(end);
  }
  return found;
}

function showCall({ name, given }: Pick<NamedCall, 'name' | 'given'>): string {
  return `${name}(${given.replace(/^[[(]|[\])]$/g, '').replace(/,\s*$/, '')})`;
}
