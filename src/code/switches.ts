import type { FunctionFact, Source } from './source.ts';

/** A function that gets a switch, and its number. */
export interface Switched extends FunctionFact {
  readonly number: number;
}

/** A file and those of its functions that get switches. */
export interface SwitchedFile {
  readonly source: Source;
  readonly functions: readonly Switched[];
}

/** What all switches of a batch share. */
export interface Switches {
  /** Begins the names of the functions that switches call. */
  readonly name: string;
  /** The environment variable that turns one on: `NUMBER:WORD`, or `*:WORD` for all of them; `*` has a word, too. */
  readonly variable: string;
  /** The environment variable with the file that calls are recorded in. */
  readonly recording: string;
  /** The word for each mode: what runs, and could look for it, must not see which sabotage is on. */
  readonly words: ReadonlyMap<string, string>;
  /** Files with switches: what a function gives to another in them has not reached a test yet. */
  readonly files: readonly string[];
}

/**
 * What a switch does that is turned on:
 * - `near`, `below`, `far`, `same`: the result becomes another value of its type where it leaves the files with switches: a
 *   little more, a little less, very different, or one and the same whatever it is about. Of lists and other structures all
 *   that is inside changes and not their length, unless nothing inside can be changed;
 * - `length`: text, a list or another structure gets one part more or less;
 * - `vary`: the result becomes another value from call to call, so that what is compared with another result of the same
 *   function is no longer equal to it;
 * - `data`: the process ends where a result that could be so changed leaves them;
 * - `anywhere`: the result is a very different one at every call;
 * - `something`: where nothing is given back (null, an option or list without a value), something is;
 * - `empty`: nothing is done;
 * - `able`: the process ends at every call that any of these would make another one;
 * - `none`: nothing, to see whether code or tests look at switches;
 * - `record`: calls from outside the files with switches are written down, with what they are given.
 */
export type SwitchMode = (typeof SWITCH_MODES)[number];

export const SWITCH_MODES = [
  ...(['near', 'below', 'far', 'length', 'vary', 'same', 'something', 'data', 'anywhere'] as const),
  ...(['empty', 'able', 'none', 'record'] as const),
];

/** What switches call, with the words of a batch in place of the names of modes. */
export function inWordsOf({ words }: Switches, code: string): string {
  return code.replace(/(["'])([a-z]+|\*)\1/g, (quoted, quote: string, mode: string) => {
    const word = words.get(mode);
    return word === undefined ? quoted : `${quote}${word}${quote}`;
  });
}

/** A call that was recorded: the number of the function, what it was given and, where that is known, what it returned. */
export interface RecordedCall {
  readonly number: number;
  readonly given: string;
  readonly returned?: string | undefined;
}

/** The calls in a recording: a line each, with tabs between its parts. Lines of another form are passed over. */
export function readRecording(text: string): readonly RecordedCall[] {
  return text.split('\n').flatMap((line) => {
    const [number = '', given, returned] = line.split('\t');
    return given === undefined || !/^\d+$/.test(number) ? [] : [{ number: Number(number), given, returned }];
  });
}
