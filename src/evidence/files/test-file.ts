import { onlyAddsRows } from '../code/added-rows.ts';
import { type Addition, compareWords } from '../code/additions.ts';
import { importsOf, lostImports } from '../code/imports.ts';
import { languageOf } from '../code/language.ts';
import { type Moves, NO_MOVES } from '../code/modules.ts';
import { keyBlocks, splitTests, splitWords } from '../code/split-tests.ts';
import type { SplitFile, TestBlock } from '../code/test-block.ts';
import { namesIn, type Word } from '../code/word.ts';
import { earlierPath, type FileChange, isNewFile } from '../diff.ts';
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
  /** Names that are imported now and were not, with what they stand for. */
  readonly newImports: ReadonlyMap<string, string>;
  /** What was taken away outside tests and imports, each piece by itself. */
  readonly restLost: readonly Addition[];
  /** What was added outside tests and imports. */
  readonly restAdded: readonly Addition[];
  /** Every name in the file as it was, and as it is. */
  readonly namesBefore: ReadonlySet<string>;
  readonly namesAfter: ReadonlySet<string>;
  /** Other files may use what stands round its tests: it exports something. */
  readonly isShared: boolean;
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
  const everywhere = allWords(after);
  const rest = compareWords(before.rest, after.rest, language, everywhere);
  const was = keyBlocks(before.blocks);
  const is = keyBlocks(after.blocks);
  const both = [...is].flatMap(([key, now]) => {
    const old = was.get(key);
    return old === undefined ? [] : [{ now, how: howChanged(old, now, everywhere) }];
  });
  const importsBefore = importsOf(before, earlierPath(change), moves);
  const importsAfter = importsOf(after, change.path);
  const those = (how: How) => both.filter((one) => one.how === how).map(({ now }) => now);
  return {
    path: change.path,
    kept: those('kept'),
    extended: those('extended'),
    written: those('written'),
    changed: those('changed'),
    removed: [...was].filter(([key]) => !is.has(key)).map(([, block]) => block),
    added: [...is].filter(([key]) => !was.has(key)).map(([, block]) => block),
    lostImports: lostImports(importsBefore, importsAfter),
    newImports: new Map([...importsAfter].filter(([name]) => !importsBefore.has(name))),
    restLost: rest.lost,
    restAdded: rest.added,
    namesBefore: namesIn(allWords(before)),
    namesAfter: namesIn(everywhere),
    isShared: before.rest.some(({ kind, text }) => kind === 'word' && text === 'export'),
  };
}

/** Every word of a file, its parts kept apart. */
function allWords({ blocks, imports, rest }: SplitFile): readonly Word[] {
  const parts = [...blocks.map(({ words }) => words), ...imports, rest];
  return parts.flatMap((words): readonly Word[] => [...words, { kind: 'layout', text: 'end', line: 0 }]);
}

type How = 'kept' | 'extended' | 'written' | 'changed';

function howChanged(before: TestBlock, after: TestBlock, everywhere: readonly Word[]): How {
  if (sameTexts(before.words, after.words)) return 'kept';
  if (isOnlyAnnounced(before)) return 'written';
  return onlyAddsRows(before.words, after.words, everywhere) ? 'extended' : 'changed';
}

export function sameTexts(a: readonly Word[], b: readonly Word[]): boolean {
  return a.length === b.length && a.every((word, at) => word.text === b[at]?.text);
}

/** `it.todo('x')`, or `it('x')` without a body: announced, not written. */
function isOnlyAnnounced({ words }: TestBlock): boolean {
  const isTodo = words[1]?.text === '.' && words[2]?.text === 'todo';
  return isTodo || (words.length === 4 && words[2]?.kind === 'string');
}

/** Announced, or skipped: a test that promises nothing. */
export function isAnnounced(block: TestBlock): boolean {
  return isOnlyAnnounced(block) || (block.words[1]?.text === '.' && block.words[2]?.text === 'skip');
}

/** The tests of a changed file that were not there; with those that are there in other words, where that is allowed. */
export function newBlocks(change: FileChange, isMixed: boolean, withChanged: boolean): readonly TestBlock[] {
  if (change.before === undefined || isNewFile(change))
    return splitTests(change.path, change.after ?? '')?.blocks ?? [];
  const compared = compareTestFile(change, NO_MOVES, isMixed);
  return compared === undefined
    ? []
    : [...compared.added, ...compared.written, ...(withChanged ? compared.changed : [])];
}
