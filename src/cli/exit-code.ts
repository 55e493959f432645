import type { ErrorCode } from '../base/error.ts';

/** What the shell is told. Scripts rely on these numbers. */
export const EXIT = {
  done: 0,
  /** The run failed or was refused, or somebody else was first. */
  refused: 1,
  /** Usage or configuration: what was typed or written in a file. */
  usage: 2,
  /** Git or disk. */
  storage: 3,
  /** A run waits for a person. */
  waiting: 4,
  interrupted: 130,
} as const;

const REFUSED: readonly ErrorCode[] = [
  'secret_found',
  'lost_race',
  'wrong_status',
  'not_authorised',
  'diverged',
  'internal',
];

const STORAGE: readonly ErrorCode[] = [
  'not_a_repository',
  'unsupported_repository',
  'storage_failed',
  'ref_locked',
  'git_failed',
  'corrupt_journal',
];

/** The exit code for an error: every bad input is the user's to mend, unless its code says otherwise. */
export function exitCodeFor(code: ErrorCode): number {
  if (REFUSED.includes(code)) return EXIT.refused;
  return STORAGE.includes(code) ? EXIT.storage : EXIT.usage;
}
