import type { RunRequest } from '../../../src/frameworks/framework.ts';
import type { Files, Part, Refusal, Story } from './story.ts';
import type { Shows } from './told.ts';

/** What a driver's framework gives the contract to show each rule with; in its place, why a rule does not apply. */
export interface Promises {
  readonly crowded: Crowded | string;
  /** Selected files, without a canary. A test that is not selected writes `NOT_SELECTED` where temporary files go. */
  readonly look: Story | string;
  /** Nothing to run, without a canary. */
  readonly empty: Story | string;
  /** A configuration that puts other reporters, filters or retries in the place of Baton's, in vain. */
  readonly reporter: Story | string;
  readonly sandboxed: Sandboxed | string;
  /** Projects that would have failing tests look as if they passed. */
  readonly forged: Readonly<Record<string, Forged>> | string;
  readonly deeds: Deeds | string;
  readonly missing: Missing | string;
  readonly broken: Readonly<Record<string, Refusal>> | string;
  /** A command that is not visibly the framework's. */
  readonly foreign: Refusal | string;
  /** The same tests by the project's own script and by commands of the user. */
  readonly commands: Commands | string;
  /** A set-up of the whole run that fails. */
  readonly setUp: Story | string;
  /** Other places and names of test files than usual. */
  readonly names: Readonly<Record<string, Story>> | string;
  /** Tests that are left out on purpose, by a filter. */
  readonly restricted: Readonly<Record<string, Story>> | string;
  readonly troubles: Troubles;
}

/** The file by which is seen that a test ran which was not selected. */
export const NOT_SELECTED = 'not-selected';

/** One test that prints 100 MB and one that fails, in a file with an odd name, beside files that are not selected. */
export interface Crowded {
  readonly files: Files;
  readonly selected: string;
  readonly request?: Partial<RunRequest>;
  readonly shows: Shows;
}

/** How a run with no network and read-only dependencies is shown. */
export interface Sandboxed {
  /** If there is no story of the reporter, which is otherwise told in the sandbox. */
  readonly story?: Story;
  /** Dependencies, and where they are shown in the project. */
  readonly mount?: { readonly from: string; readonly to: string } | undefined;
}

export interface Forged {
  readonly files: Files;
  readonly request?: Partial<RunRequest>;
  /** Part of the reason; any will do if it is not said. */
  readonly incomplete?: string;
}

/** A test that runs a shell command and then waits for ever. */
export interface Deeds {
  test(command: string): Pick<Story, 'files' | 'request'>;
  /** How it is told when it was still running at the deadline. */
  readonly hung: Shows['outcomes'];
  /** How long to wait for the test to begin: the next if it did not. */
  readonly deadlines?: readonly number[];
}

/** A machine without the packages that the project asks for, or without some programs. */
export interface Missing {
  readonly files: Files;
  readonly request?: Partial<RunRequest>;
  readonly without: 'packages' | RegExp;
  readonly message: RegExp;
}

export interface Commands {
  readonly files: Files;
  /** Nothing is the driver's own choice. */
  readonly all: readonly (readonly string[] | undefined)[];
  readonly shows: Shows;
}

/** Stories of one run, but for what takes the whole run along. */
export interface Troubles {
  /** Before and after tests. */
  readonly hooks: Trouble | string;
  /** A file, or what it needs, throws while it is loaded. */
  readonly loading: Trouble | string;
  /** A test ends its process, by a signal or in peace. */
  readonly dying: Trouble | string;
  /** Tests that are expected to fail. */
  readonly expected: Trouble | string;
}

export type Trouble = Part | (Story & { readonly apart: true });
