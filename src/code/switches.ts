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
  /** The environment variable that turns one on: `NUMBER:MODE`. */
  readonly variable: string;
  /** Files with switches: what a function gives to another in them has not reached a test yet. */
  readonly files: readonly string[];
}

/**
 * What a switch does that is turned on:
 * - `near`, `far`, `same`: the result becomes another value of its type where it leaves the files with switches, a little
 *   different, very, or one and the same whatever it is about;
 * - `data`: the process ends, which no test can catch, where a result that could be so changed leaves them;
 * - `anywhere`: the result is another one at every call;
 * - `something`: where nothing is given back (null, an option or list without a value), something is;
 * - `empty`: nothing is done;
 * - `able`: the process ends at every call that any of these would make another one.
 */
export type SwitchMode = 'near' | 'far' | 'same' | 'something' | 'data' | 'anywhere' | 'empty' | 'able';
