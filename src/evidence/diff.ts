import { z } from 'zod';
import type { Source } from '../code/source.ts';

/** What git knows of a file: plain, executable, a symbolic link, another repository (a submodule). */
export const FILE_MODES = ['100644', '100755', '120000', '160000'] as const;

export const CHANGE_KINDS = ['added', 'modified', 'deleted', 'renamed', 'copied', 'typechange'] as const;

/** One file that differs between two trees. */
export const fileChangeSchema = z.object({
  path: z.string().describe('Path in the later tree; of a deleted file, in the earlier one'),
  from: z.string().optional().describe('Earlier path of what was renamed or copied'),
  kind: z.enum(CHANGE_KINDS),
  modeBefore: z.enum(FILE_MODES).nullable().describe('Nothing where the file did not exist'),
  modeAfter: z.enum(FILE_MODES).nullable(),
  before: z.string().optional().describe('Earlier text, of a link its target; absent if none, binary or too large'),
  after: z.string().optional().describe('Later text, of a link its target; absent if none, binary or too large'),
  blobBefore: z.string().optional().describe('Object id of the earlier content'),
  blobAfter: z.string().optional().describe('Object id of the later content'),
  binary: z.boolean(),
});

/** A changed file with what is known about its code before and after, where its language is known. */
export interface FileChange extends Readonly<z.infer<typeof fileChangeSchema>> {
  readonly sources?: Sides<Source | undefined>;
}

/** The same thing in the earlier and in the later tree. */
export interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

/** The path a file had in the earlier tree. */
export function earlierPath(change: FileChange): string {
  return change.from ?? change.path;
}

/** Whether the earlier tree loses a file by the change. */
export function removesFile(change: FileChange): boolean {
  return change.kind === 'deleted' || change.kind === 'renamed';
}

/** The paths of the earlier tree that are no longer there. */
export function removedPaths(changes: readonly FileChange[]): ReadonlySet<string> {
  return new Set(changes.filter(removesFile).map(earlierPath));
}

/** Whether the later tree gains a file that the earlier one did not have, other than under another name. */
export function isNewFile(change: FileChange): boolean {
  return change.kind === 'added' || change.kind === 'copied';
}

/** Whether the content is the same byte for byte, as far as can be told; in doubt it is not. */
export function sameContent(change: FileChange): boolean {
  if (change.blobBefore !== undefined && change.blobAfter !== undefined) return change.blobBefore === change.blobAfter;
  return change.before !== undefined && change.before === change.after;
}

/** Every path that a change touches: the one it leaves and the one it makes. */
export function touchedPaths(change: FileChange): readonly string[] {
  return change.kind === 'renamed' ? [earlierPath(change), change.path] : [change.path];
}

/** Where files went: the earlier path of each renamed file with its later one. */
export function movesIn(changes: readonly FileChange[]): ReadonlyMap<string, string> {
  return new Map(changes.filter(({ kind }) => kind === 'renamed').map((one) => [earlierPath(one), one.path]));
}
