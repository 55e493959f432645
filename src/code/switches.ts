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
  /**
   * The environment variable that turns one on: `NUMBER:WORD`; `NUMBER:WORD:CODE` only where it is called as in the call of this
   * code. Calls of all functions are recorded, whatever the number.
   */
  readonly variable: string;
  /** The environment variable with the file that calls are recorded in. */
  readonly recording: string;
  /** The word for each mode: what runs, and could look for it, must not see which sabotage is on. */
  readonly words: ReadonlyMap<string, string>;
  /** Files with switches: what a function gives to another in them has not reached a test yet. */
  readonly files: readonly string[];
  /** The text of what switches in a language call, with `SWITCH` where a batch has names of its own. */
  readonly runtime: (file: string) => string;
}

/**
 * What a switch does that is turned on:
 * - `near`, `below`, `far`, `same`: the result becomes another value of its type where it leaves the files with switches: a
 *   little more, a little less (text with a space before it), very different, or one and the same whatever it is about. A little is one, or a hundredth of
 *   a large number: a test that allows for rounding has to notice it. Of lists and other structures all
 *   that is inside changes and not their length, unless nothing inside can be changed;
 * - `form`: a list comes in the opposite order, text with small letters for large ones and the other way round, and, where a
 *   language has comparisons that do not see it, a number as text or a truth as a number;
 * - `length`: text, a list or another structure gets one part more or less;
 * - `vary`: the result becomes another value from call to call, so that what is compared with another result of the same
 *   function is no longer equal to it;
 * - `data`: the process ends where a result that could be so changed leaves them;
 * - `anywhere`: the result is a very different one at every call;
 * - `effect`: what the function passes to functions that it was given, and what it changed in its own object or in what it was
 *   given, becomes a little different;
 * - `acted`: the process ends where that makes a difference;
 * - `message`, `kind`: an error that the code itself raised leaves with another text, or as one of another class;
 * - `something`: where nothing is given back (null, an option or list without a value), something is;
 * - `empty`: nothing is done;
 * - `able`: the process ends at every call that any of these would make another one;
 * - `none`: nothing, to see whether code or tests look at switches;
 * - `record`: calls from outside the files with switches are written down, with what they are given.
 */
export type SwitchMode = (typeof SWITCH_MODES)[number];

export const SWITCH_MODES = [
  ...(['near', 'below', 'far', 'form', 'length', 'vary', 'same', 'something', 'data', 'anywhere'] as const),
  ...(['effect', 'acted', 'message', 'kind', 'empty', 'able', 'none', 'record'] as const),
];

/** Modes that end the process: where tests fail for it, something was reached, which no test noticed for that reason. */
export const ENDING_MODES: ReadonlySet<SwitchMode> = new Set(['data', 'acted', 'able']);

/** What switches call, with the names of a batch, and its words in place of the names of modes. */
export function runtimeOf({ name, variable, recording, words, files, runtime }: Switches, file: string): string {
  const own: Readonly<Record<string, string>> = {
    '"SWITCH_FILES"': files.map((one) => JSON.stringify(one)).join(', '),
    SWITCH_VARIABLE: variable,
    SWITCH_RECORDING: recording,
    SWITCH: name,
  };
  const code = runtime(file).replace(/"SWITCH_FILES"|SWITCH(?:_VARIABLE|_RECORDING)?/g, (place) => own[place] ?? place);
  return code.replace(/(["'])([a-z]+)\1/g, (quoted, quote: string, mode: string) => {
    const word = words.get(mode);
    return word === undefined ? quoted : `${quote}${word}${quote}`;
  });
}

/**
 * A call that was recorded: the number of the function and what it was given; or, where that is known, how such a call ended:
 * with what result or error, and what it then left of what it was given.
 */
export interface RecordedCall {
  readonly number: number;
  readonly given: string;
  readonly returned?: string | undefined;
  readonly left?: string | undefined;
}

/** What stands for a call, by what it was given: code and tests must not see from it which call is meant. */
export function callCode({ given }: Pick<RecordedCall, 'given'>): number {
  return [...given].reduce((code, letter) => (code * 31 + (letter.codePointAt(0) ?? 0)) % CODES, 0);
}

const CODES = 1_000_003;

/** What is recorded of a call that ended with an error: one that the code itself raised is shown, others are not. */
export const OWN_ERROR = 'the error ';
export const ANY_ERROR = 'an error';

/** The calls in a recording: a line each, with tabs between its parts. Lines of another form are passed over. */
export function readRecording(text: string): readonly RecordedCall[] {
  return text.split('\n').flatMap((line) => {
    const [number = '', given, returned, left] = line.split('\t');
    if (given === undefined || !/^\d+$/.test(number)) return [];
    return [{ number: Number(number), given, ...(left === undefined ? { returned } : { left }) }];
  });
}
