import { importsOf } from '../code/imports.ts';
import type { Moves } from '../code/modules.ts';
import { splitTests } from '../code/split-tests.ts';
import type { SplitFile, TestBlock } from '../code/test-block.ts';
import { namesIn, type Word } from '../code/word.ts';
import { earlierPath, type FileChange } from '../diff.ts';
import { sameTexts } from '../files/test-file.ts';
import { HOOKS, hasHook } from './affected.ts';

/** A version of a file from which tests may have been moved. */
export interface Source {
  readonly split: SplitFile;
  readonly imports: ReadonlyMap<string, string>;
}

export function sourceOf(change: FileChange, moves: Moves): readonly Source[] {
  const path = earlierPath(change);
  const split = change.before === undefined ? undefined : splitTests(path, change.before);
  return split === undefined ? [] : [{ split, imports: importsOf(split, path, moves) }];
}

/** Whether a test stood in another file with the same words, and what it uses means the same here. */
export function cameFromElsewhere(
  block: TestBlock,
  after: SplitFile,
  path: string,
  sources: readonly Source[],
): boolean {
  const here = importsOf(after, path);
  return sources.some(
    ({ split, imports }) =>
      split.blocks.some((old) => sameTexts(old.words, block.words)) &&
      isPortable(block, split.rest, after.rest) &&
      [...namesIn(block.words)].every((word) => imports.get(word) === here.get(word)),
  );
}

/** Whether a test stood elsewhere in its file with the same words; in another group only where no hook is about. */
export function cameFromHere(block: TestBlock, after: SplitFile, removed: readonly TestBlock[]): boolean {
  return removed.some(
    (old) => sameTexts(old.words, block.words) && (old.place === block.place || !hasHook(after.rest)),
  );
}

/** Whether a test uses nothing that the files it came from and went to define round their tests. */
function isPortable(block: TestBlock, from: readonly Word[], to: readonly Word[]): boolean {
  const used = namesIn(block.words);
  return [...from, ...to].every(
    ({ kind, text }) => kind !== 'word' || COMMON.has(text) || (!HOOKS.has(text) && !used.has(text)),
  );
}

/** Words that say nothing about what code is used. */
const COMMON: ReadonlySet<string> = new Set([
  ...'const let var function class async export type interface enum def func fn struct static private public'.split(
    ' ',
  ),
  ...'return new await if else for of in null true false undefined this number string boolean void int self'.split(' '),
  ...'None True False describe context suite it test'.split(' '),
]);
