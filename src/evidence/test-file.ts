import { onlyAddsRows } from './code/added-rows.ts';
import { type Addition, compareWords } from './code/additions.ts';
import { importsOf, lostImports } from './code/imports.ts';
import { languageOf } from './code/language.ts';
import { type Moves, NO_MOVES } from './code/modules.ts';
import { keyBlocks, splitTests, splitWords } from './code/split-tests.ts';
import type { SplitFile, TestBlock } from './code/test-block.ts';
import type { Word } from './code/word.ts';
import { earlierPath, type FileChange } from './diff.ts';
import { splitMixed } from './mixed-file.ts';

/** What a change of a test file does to its tests, by their words. */
export interface TestFileChange {
  readonly path: string;
  /** Tests whose words are the same, as they are now. */
  readonly kept: readonly TestBlock[];
  /** Tests that got nothing but more rows of data. */
  readonly extended: readonly TestBlock[];
  /** Tests that were only announced (`it.todo('x')`) and are now written. */
  readonly written: readonly TestBlock[];
  readonly changed: readonly TestBlock[];
  /** As they were. */
  readonly removed: readonly TestBlock[];
  readonly added: readonly TestBlock[];
  /** Imported names that now stand for something else or for nothing. */
  readonly lostImports: readonly string[];
  /** Words taken away outside tests and imports, each piece by itself. */
  readonly restLost: readonly (readonly Word[])[];
  /** What was added outside tests and imports. */
  readonly restAdded: readonly Addition[];
}

/** The two versions of a test file, taken apart. */
export interface TestFileSides {
  readonly before: SplitFile;
  readonly after: SplitFile;
}

/**
 * Takes both versions of a test file apart, of a source with tests in it only those; `undefined` where its tests cannot
 * be told.
 */
export function splitSides(change: FileChange, isMixed = false): TestFileSides | undefined {
  const split = (path: string, text: string | undefined) => {
    if (text === undefined) return undefined;
    return isMixed ? splitWords(path, splitMixed(path, text)?.tests) : splitTests(path, text);
  };
  const before = split(earlierPath(change), change.before);
  const after = split(change.path, change.after);
  return before === undefined || after === undefined ? undefined : { before, after };
}

/** Compares the two versions of a test file. */
export function compareTestFile(
  change: FileChange,
  moves: Moves = NO_MOVES,
  isMixed = false,
): TestFileChange | undefined {
  const sides = splitSides(change, isMixed);
  const language = languageOf(change.path);
  if (sides === undefined || language === undefined) return undefined;
  const { before, after } = sides;
  const rest = compareWords(before.rest, after.rest, language);
  const was = keyBlocks(before.blocks);
  const is = keyBlocks(after.blocks);
  const both = [...is].flatMap(([key, now]) => {
    const old = was.get(key);
    return old === undefined ? [] : [{ now, how: howChanged(old, now) }];
  });
  const those = (how: How) => both.filter((one) => one.how === how).map(({ now }) => now);
  return {
    path: change.path,
    kept: those('kept'),
    extended: those('extended'),
    written: those('written'),
    changed: those('changed'),
    removed: [...was].filter(([key]) => !is.has(key)).map(([, block]) => block),
    added: [...is].filter(([key]) => !was.has(key)).map(([, block]) => block),
    lostImports: lostImports(importsOf(before, earlierPath(change), moves), importsOf(after, change.path)),
    restLost: rest.lost,
    restAdded: rest.added,
  };
}

type How = 'kept' | 'extended' | 'written' | 'changed';

function howChanged(before: TestBlock, after: TestBlock): How {
  if (sameTexts(before.words, after.words)) return 'kept';
  if (isAnnounced(before)) return 'written';
  return onlyAddsRows(before.words, after.words) ? 'extended' : 'changed';
}

export function sameTexts(a: readonly Word[], b: readonly Word[]): boolean {
  return a.length === b.length && a.every((word, at) => word.text === b[at]?.text);
}

/** `it.todo('x')`, or `it('x')` without a body. */
function isAnnounced({ words }: TestBlock): boolean {
  const isTodo = words[1]?.text === '.' && words[2]?.text === 'todo';
  return isTodo || (words.length === 4 && words[2]?.kind === 'string');
}
