import type { Totals } from '../evidence/report.ts';
import type { Declarations } from './handoff-rules.ts';

/** What the engine gathered for an agent: texts of the project, of tools and of Baton's own proofs. */
export interface Material {
  readonly framework: string;
  readonly testCommand: string;
  readonly totals: Totals | undefined;
  /** The test list as it stands in the project. */
  readonly listText: string | undefined;
  /** Folders of the project with how many files each holds. */
  readonly layout: string;
  /** Names of tests there are already, as many as are worth telling. */
  readonly existingTests?: readonly string[] | undefined;
  /** Where tests live, as globs, and one that is there already. */
  readonly testGlobs: readonly string[];
  readonly exampleTest: { readonly path: string; readonly text: string } | undefined;
  /** Test files of this cycle, and how their tests fail. */
  readonly testFiles: readonly string[];
  readonly failures: string;
  /** Paths that the run changed so far, and, for a phase outside of the cycle, those its agent has not seen yet. */
  readonly runFiles?: readonly string[] | undefined;
  readonly changedFiles?: readonly string[] | undefined;
  /** What green changed; for plan the whole cycle before, for others what they have not seen; in short and in full. */
  readonly diffStat: string;
  readonly diff: string;
  /** What the agent of the phase and the project declare about handoffs. */
  readonly declared?: Declarations | undefined;
}
