import type { FileChange } from './diff.ts';
import type { FileRoles } from './file-roles.ts';
import type { ItemOptions } from './plan/list-item.ts';
import { type TestReport, type Totals, totalsOf } from './report.ts';

/** What every verdict on a phase is given. All of it is data that Baton gathered itself. */
export interface ProofInput {
  /** The report of the last accepted phase, or the baseline. */
  readonly before: TestReport;
  /** The report of the candidate. */
  readonly after: TestReport;
  /** A second run of the candidate. */
  readonly repeat?: TestReport;
  /** Further runs of the tests that a verdict asked for; two are wanted. */
  readonly reruns?: readonly TestReport[];
  /** Tests of this cycle that passed although they were made to expect something else. */
  readonly contrary?: readonly string[];
  /** What an experiment showed of new tests that pass at red; nothing where none was made. */
  readonly stubbed?: Stubbed;
  /** Candidate against the last accepted phase. */
  readonly changes: readonly FileChange[];
  readonly roles: FileRoles;
  readonly item: ItemOptions;
  /** New files of red that are no test files by their names: tests have to be seen in them. */
  readonly unproved?: readonly string[];
  /** Tests that failed in the baseline and were accepted as known. */
  readonly knownFailing: readonly string[];
}

/** New tests that pass at red because of a stub: those that notice it, and those that only look whether it is there. */
export interface Stubbed {
  readonly noticing: readonly string[];
  readonly smoke: readonly string[];
}

/** What judging the diff of a phase takes; enough for a first look before any test is run. */
export type DiffInput = Pick<ProofInput, 'before' | 'changes' | 'roles' | 'item'>;

/** What every verdict on a phase tells. */
export interface ProofFacts {
  /** `weak`: only an exit code was seen. */
  readonly strength: 'strong' | 'weak';
  readonly before: Totals;
  readonly after: Totals;
  /** Ids of the tests of this cycle, as far as they are known. */
  readonly newTests: readonly string[];
  /** Tests that failed and then passed twice on the same files. */
  readonly flaky: readonly string[];
  /** Tests that must be run twice more before this can be decided. */
  readonly rerun: readonly string[];
  /** Whether a second run of everything is needed before this can be decided. */
  readonly repeat: boolean;
  /** Tests that must be shown to fail when they expect something else before this can be decided. */
  readonly contrary: readonly string[];
}

export function factsOf({ before, after }: ProofInput): ProofFacts {
  const none = { newTests: [], flaky: [], rerun: [], repeat: false, contrary: [] };
  return { strength: after.strength, before: totalsOf(before), after: totalsOf(after), ...none };
}
