import { additiveProblem } from '../additive.ts';
import { definedNames } from '../code/additions.ts';
import type { TestBlock } from '../code/test-block.ts';
import { namesIn, type Word } from '../code/word.ts';
import type { FileChange } from '../diff.ts';
import { mayRemoveBlock, usesAny } from '../existing-block.ts';
import type { ItemOptions } from '../plan/list-item.ts';
import { nameSome, showName } from '../reasons.ts';
import { compareTestFile, type TestFileChange } from '../test-file.ts';

/** What a change does to the existing tests of a file; nothing if it only adds to them or takes out what may go. */
export function testFileProblem(change: FileChange, item: ItemOptions, isMixed = false): string | undefined {
  if (change.kind !== 'modified' || change.modeBefore !== change.modeAfter) return additiveProblem(change);
  const compared = compareTestFile(change, undefined, isMixed);
  if (compared === undefined) return additiveProblem(change);
  const gone = compared.removed.filter((block) => !mayRemoveBlock(block, change.path, item));
  const [first] = [...compared.changed, ...gone];
  if (first !== undefined) return `${describeBlock(first)} is not what it was`;
  const standing = [...compared.kept, ...compared.extended];
  const isLeftOver = compared.removed.length > 0 && !standing.some((block) => usesAny(block, compared.lostImports));
  if (compared.lostImports.length > 0 && !isLeftOver) {
    return `imports of ${nameSome(compared.lostImports)} now mean something else`;
  }
  if (compared.restLost.length > 0 && !isUnused(compared, standing)) return 'code round the tests was changed';
  return additionProblem(compared, standing);
}

/** What is wrong with additions round existing tests: they have to stand beside what was there, and leave it alone. */
function additionProblem({ restAdded }: TestFileChange, standing: readonly TestBlock[]): string | undefined {
  const inside = restAdded.find(({ isWhole, isRow }) => !isWhole && !isRow);
  if (inside !== undefined) return `something was added inside other code (line ${inside.words[0]?.line})`;
  if (standing.length > 0 && restAdded.some(({ words }) => mocksForAll(words))) {
    return 'a module is mocked for all tests of the file, also the existing ones';
  }
  const defined = restAdded.flatMap(({ words }) => [...definedNames(words)]);
  const taken = defined.filter((name) => standing.some((block) => usesFreely(block, name)));
  return taken.length === 0 ? undefined : `${nameSome(taken)}, which existing tests use, now means something else`;
}

/** Whether a test uses a name that it does not define itself. */
function usesFreely({ words }: TestBlock, name: string): boolean {
  const isDefined = words.some(({ text }, at) => text === name && DEFINING.has(words[at - 1]?.text ?? ''));
  return namesIn(words).has(name) && !isDefined;
}

const DEFINING: ReadonlySet<string> = new Set(['const', 'let', 'var', 'function', 'class', 'def', 'func', 'fn', 'mut']);

/** Whether what was taken away round removed tests is used by none of those that stay. */
function isUnused({ removed, restLost }: TestFileChange, standing: readonly TestBlock[]): boolean {
  const used = new Set(standing.flatMap(({ words }) => [...namesIn(words)]));
  return removed.length > 0 && restLost.every((words) => [...namesIn(words)].every((name) => !used.has(name)));
}

function describeBlock({ names, line }: TestBlock): string {
  const name = names.map((one) => one?.text ?? '...').join(' > ');
  return `the test "${showName(name)}" (line ${line})`;
}

/** `vi.mock('./x')` outside a test replaces a module for every test of the file. */
function mocksForAll(words: readonly Word[]): boolean {
  return words.some(
    ({ text }, at) => MOCKERS.has(text) && words[at + 1]?.text === '.' && MOCKS.has(words[at + 2]?.text ?? ''),
  );
}

const MOCKERS: ReadonlySet<string> = new Set(['vi', 'vitest', 'jest', 'mock', 'td']);
const MOCKS: ReadonlySet<string> = new Set(['mock', 'doMock', 'unstable_mockModule', 'module', 'replace', 'setMock']);
