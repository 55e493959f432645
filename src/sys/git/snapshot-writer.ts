import type { GitObject } from './object-file.ts';
import { storeDurably } from './object-pack.ts';
import type { Repository } from './repository.ts';

export interface SnapshotLimits {
  /** A changed file larger than this is reported and left out. */
  readonly fileBytes: number;
  /** Once changed files are larger than this together, so is every further one. */
  readonly totalBytes: number;
}

const LIMITS: SnapshotLimits = { fileBytes: 50_000_000, totalBytes: 500_000_000 };

/** Stores what a snapshot finds, a handful at a time, so that not all of it is ever held at once. */
export interface SnapshotWriter {
  readonly repository: Repository;
  hasRoom(bytes: number): boolean;
  add(object: GitObject): Promise<void>;
  /** Stores the rest, and what refers to it last. */
  finish(trees: readonly GitObject[]): Promise<void>;
}

/** So much is held before it is stored. */
const HELD_BYTES = 32_000_000;

export function openWriter(repository: Repository, { fileBytes, totalBytes }: SnapshotLimits = LIMITS): SnapshotWriter {
  let held: GitObject[] = [];
  let heldBytes = 0;
  let total = 0;
  return {
    repository,
    hasRoom: (bytes) => bytes <= fileBytes && total + bytes <= totalBytes,
    async add(object) {
      held.push(object);
      heldBytes += object.content.length;
      total += object.content.length;
      if (heldBytes < HELD_BYTES) return;
      await storeDurably(repository, held);
      held = [];
      heldBytes = 0;
    },
    async finish(trees) {
      await storeDurably(repository, [...held, ...trees]);
    },
  };
}
