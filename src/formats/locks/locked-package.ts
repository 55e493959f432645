/** One entry of a lock file. */
export interface LockedPackage {
  /** The name under which it is found. */
  readonly name: string;
  /** What is installed: version, source and checksum in one text. */
  readonly identity: string;
  /** How a person names it: `vitest 3.1.0`. */
  readonly label: string;
  /** Keys of the entries it needs, as far as the lock has them. */
  readonly needs: readonly string[];
  /** Programs that it brings along. */
  readonly programs?: readonly string[];
  /** Whether it comes from a folder of the project. */
  readonly isLocal?: boolean;
  /** Whether it is there for development only, in a file that does not say what needs what. */
  readonly isForDevelopment?: boolean;
}

/** The entries of a lock file by their keys in it. */
export type LockGraph = ReadonlyMap<string, LockedPackage>;
