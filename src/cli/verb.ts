import type { Run } from './program.ts';

/** One verb of the command line. Its work is in a file of its own, loaded only when the verb is called. */
export interface Verb {
  readonly name: string;
  /** Another name for it. */
  readonly alias?: string;
  readonly summary: string;
  /** What it does beyond the summary: paragraphs for its help. */
  readonly about?: readonly string[];
  /** Commander's notation: `<id>` is required, `[run]` may be left out, `<word...>` takes all that follow. */
  readonly args?: string;
  /** What the parser is given instead, where an argument may be left out before one that must be there. */
  readonly accepts?: string;
  /** Flags and what they do; a repeatable one gives a list. */
  readonly options?: readonly (readonly [flags: string, description: string, repeatable?: 'repeatable'])[];
  readonly examples: readonly string[];
  /** Further sections of its help: a title, and the lines below it. */
  readonly sections?: readonly (readonly [title: string, lines: readonly string[]])[];
  readonly load?: () => Promise<{ readonly run: Run }>;
  readonly verbs?: readonly Verb[];
}

/** The flag of every verb that moves a run. */
export const NO_INPUT: readonly [string, string] = [
  '--no-input',
  'never ask in the terminal; exit with 4 when the run waits for a person',
];
