import type { Addition } from '../code/additions.ts';
import { importsOf } from '../code/imports.ts';
import type { Moves } from '../code/modules.ts';
import { isCaseOf, splitTests } from '../code/split-tests.ts';
import type { SplitFile, TestBlock } from '../code/test-block.ts';
import { namesIn, type Word } from '../code/word.ts';
import { earlierPath, type FileChange, movesIn, sameContent } from '../diff.ts';
import { usesAny } from '../existing-block.ts';
import type { FileRole } from '../file-roles.ts';
import type { TestCase } from '../report.ts';
import { compareTestFile, sameTexts, splitSides, type TestFileChange } from '../test-file.ts';

/**
 * Of tests that were there before, those whose code may do something else now: their own words differ, or an import, or
 * something else in the file that they use. White space, comments, moves and names of files and groups do not count. In
 * doubt a test is changed.
 */
export function changedTests(
  tests: readonly TestCase[],
  changes: readonly FileChange[],
  roleOf: (path: string) => FileRole,
): readonly TestCase[] {
  const moves = movesIn(changes);
  const holding = changes.filter(({ path }) => ['test', 'mixed'].includes(roleOf(path)));
  const sources = changes.flatMap((change) => sourceOf(change, moves));
  return holding.flatMap((change) => {
    const own = tests.filter(({ file }) => file === change.path);
    const isMixed = roleOf(change.path) === 'mixed';
    if (own.length === 0) return [];
    const sides = change.before === undefined ? undefined : splitSides(change, isMixed);
    const compared = compareTestFile(change, moves, isMixed);
    if (sides === undefined || compared === undefined)
      return isInPlace(change) ? [] : arrivedTests(own, change, sources);
    return own.filter((test) => isChanged(test, compared, sides.after, sources, change.path));
  });
}

/** Whether a file has the same content as before in the same folder: then whatever it imports is the same too. */
function isInPlace(change: FileChange): boolean {
  return sameContent(change) && directoryOf(earlierPath(change)) === directoryOf(change.path);
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** A version of a file from which tests may have been moved. */
interface Source {
  readonly path: string;
  readonly split: SplitFile;
  readonly imports: ReadonlyMap<string, string>;
}

function sourceOf(change: FileChange, moves: Moves): readonly Source[] {
  const path = earlierPath(change);
  const split = change.before === undefined ? undefined : splitTests(path, change.before);
  return split === undefined ? [] : [{ path, split, imports: importsOf(split, path, moves) }];
}

/** Tests in a file that is new or cannot be compared: unchanged only if each came as it is from elsewhere. */
function arrivedTests(own: readonly TestCase[], change: FileChange, sources: readonly Source[]): readonly TestCase[] {
  const after = change.after === undefined ? undefined : splitTests(change.path, change.after);
  if (after === undefined || change.before !== undefined) return own;
  return own.filter(
    (test) => !casesIn(after.blocks, test).some((block) => cameAsItIs(block, after, change.path, sources)),
  );
}

function isChanged(
  test: TestCase,
  compared: TestFileChange,
  after: SplitFile,
  sources: readonly Source[],
  path: string,
): boolean {
  if (compared.restLost.length > 0) return true;
  const blocks = casesIn([...compared.kept, ...compared.added, ...compared.changed, ...compared.extended], test);
  if (blocks.length === 0) return true;
  return blocks.some((block) => {
    if (usesAny(block, compared.lostImports)) return true;
    if (compared.restAdded.some((addition) => affects(addition, block))) return true;
    if (compared.kept.includes(block)) return false;
    return !compared.added.includes(block) || !cameAsItIs(block, after, path, sources, compared.removed);
  });
}

function casesIn(blocks: readonly TestBlock[], test: TestCase): readonly TestBlock[] {
  return blocks.filter((block) => isCaseOf(block, test.path));
}

/** Words round tests that reach into every test of the file. */
const HOOKS: ReadonlySet<string> = new Set([
  ...'before beforeEach beforeAll after afterEach afterAll setup teardown setUp tearDown setUpClass'.split(' '),
  ...'setup_module setup_function setup_class setup_method fixture autouse monkeypatch TestMain'.split(' '),
  ...'globalThis global window mock unmock doMock prototype defineProperty extend'.split(' '),
]);

/** Whether something added round the tests may change what a test does. */
function affects({ words, isWhole }: Addition, block: TestBlock): boolean {
  if (!isWhole || words.some(({ kind, text }) => kind === 'word' && HOOKS.has(text))) return true;
  const used = namesIn(block.words);
  return [...namesIn(words)].some((name) => !COMMON.has(name) && used.has(name));
}

/** Words that say nothing about what code is used. */
const COMMON: ReadonlySet<string> = new Set([
  ...'const let var function class async export type interface enum def func fn struct static private public'.split(
    ' ',
  ),
  ...'return new await if else for of in null true false undefined this number string boolean void int self'.split(' '),
  ...'None True False describe context suite it test'.split(' '),
]);

/** Whether a test stood elsewhere with the same words, and what it uses means the same here. */
function cameAsItIs(
  block: TestBlock,
  after: SplitFile,
  path: string,
  sources: readonly Source[],
  removedHere: readonly TestBlock[] = [],
): boolean {
  if (removedHere.some((old) => sameTexts(old.words, block.words))) return true;
  const here = importsOf(after, path);
  return sources.some(
    ({ split, imports }) =>
      split.blocks.some((old) => sameTexts(old.words, block.words)) &&
      isPortable(block, split.rest, after.rest) &&
      [...namesIn(block.words)].every((word) => imports.get(word) === here.get(word)),
  );
}

/** Whether a test uses nothing that the files it came from and went to define round their tests. */
function isPortable(block: TestBlock, from: readonly Word[], to: readonly Word[]): boolean {
  const used = namesIn(block.words);
  return [...from, ...to].every(
    ({ kind, text }) => kind !== 'word' || COMMON.has(text) || (!HOOKS.has(text) && !used.has(text)),
  );
}
