import { definedNames } from '../code/defined-names.ts';
import { type Language, languageOf } from '../code/language.ts';
import { reachOf } from '../code/reach.ts';
import type { TestBlock } from '../code/test-block.ts';
import { namesIn, type Word } from '../code/word.ts';
import type { FileChange } from '../diff.ts';
import { additiveProblem } from '../files/additive.ts';
import { mayRemoveBlock, usesAny, usesFreely } from '../files/existing-block.ts';
import { compareTestFile, type TestFileChange } from '../files/test-file.ts';
import type { ItemOptions } from '../plan/list-item.ts';
import { nameSome, showName } from '../reasons.ts';
import { importProblem } from './import-problem.ts';
import { unreadFileProblem } from './unread-problem.ts';

/** What a change does to the existing tests of a file; nothing if it only adds to them or takes out what may go. */
export function testFileProblem(change: FileChange, item: ItemOptions, isMixed = false): string | undefined {
  if (change.kind !== 'modified' || change.modeBefore !== change.modeAfter) return additiveProblem(change);
  const compared = compareTestFile(change, undefined, isMixed);
  const language = languageOf(change.path);
  if (compared === undefined || language === undefined) return unreadFileProblem(change);
  const gone = compared.removed.filter((block) => !mayRemoveBlock(block, change.path, item));
  const standing = [...compared.kept, ...compared.extended];
  const [first] = [...compared.changed, ...gone, ...shadowed(compared.added, standing, language)];
  if (first !== undefined) return `${describeBlock(first)} is not what it was`;
  const isLeftOver = compared.removed.length > 0 && !standing.some((block) => usesAny(block, compared.lostImports));
  if (compared.lostImports.length > 0 && !isLeftOver) {
    return `imports of ${nameSome(compared.lostImports)} now mean something else`;
  }
  if (compared.restLost.length > 0 && !isUnused(compared, standing)) return 'code round the tests was changed';
  return additionProblem(compared, standing, language) ?? importProblem(compared.newImports, standing, language);
}

/** In Python a second definition takes the place of the first: tests that new ones of the same name stand in for. */
function shadowed(
  added: readonly TestBlock[],
  standing: readonly TestBlock[],
  language: Language,
): readonly TestBlock[] {
  if (language !== 'python') return [];
  const namesOf = ({ names }: TestBlock) => names.map((name) => name?.text).join(' > ');
  const taken = new Set(added.map(namesOf));
  return standing.filter((block) => taken.has(namesOf(block)));
}

/** What is wrong with additions round existing tests: they have to stand beside what was there, and leave it alone. */
function additionProblem(
  { restAdded, namesBefore }: TestFileChange,
  standing: readonly TestBlock[],
  language: Language,
): string | undefined {
  const inside = restAdded.find(({ isWhole, isRow }) => !isWhole && !isRow);
  if (inside !== undefined) return `something was added inside other code (line ${inside.words[0]?.line})`;
  if (standing.length === 0) return undefined;
  for (const { words } of restAdded) {
    if (mocksForAll(words)) return 'a module is mocked for all tests of the file, also the existing ones';
    const matcher = replacedMatcher(words, standing);
    if (matcher !== undefined) return `the matcher ${matcher}, which existing tests use, now means something else`;
    if (words.some(isObeyedByAll)) return 'a comment decides how all tests of the file run';
    const reach = reachOf(words, language, (name) => namesBefore.has(name));
    if (reach !== undefined) {
      return `what was added at line ${words[0]?.line} reaches into existing tests (${showName(reach)}); put it into the new test, or into a group of its own`;
    }
  }
  const defined = restAdded.flatMap(({ words }) => [...definedNames(words)]);
  const taken = defined.filter((name) => standing.some((block) => usesFreely(block, name) || isNamed(block, name)));
  return taken.length === 0 ? undefined : `${nameSome(taken)}, which existing tests use, now means something else`;
}

/** Whether a test or a group round it is known to the language by this name: Python's functions and classes. */
function isNamed({ names, words }: TestBlock, name: string): boolean {
  return names.some((title) => title?.text === name) && words.some(({ text }) => text === 'def');
}

/** `expect.extend({ toBe() {} })`: a matcher of a name that existing tests call. */
function replacedMatcher(words: readonly Word[], standing: readonly TestBlock[]): string | undefined {
  const at = words.findIndex(({ text }, index) => text === 'extend' && words[index - 2]?.text === 'expect');
  if (at < 0) return undefined;
  const isCalled = (name: string) =>
    standing.some((block) =>
      block.words.some(({ text }, index) => text === name && block.words[index - 1]?.text === '.'),
    );
  return words.slice(at + 1).find(({ kind, text }) => kind === 'word' && isCalled(text))?.text;
}

/** `@jest-environment`, `//go:build`: what holds for every test of the file. */
function isObeyedByAll({ kind, text }: Word): boolean {
  return kind === 'note' && /@(?:jest|vitest)-|^\/\/(?:go:|\s*\+build)/.test(text);
}

/** Whether what was taken away round removed tests is used by none of those that stay. */
function isUnused({ removed, restLost }: TestFileChange, standing: readonly TestBlock[]): boolean {
  const used = new Set(standing.flatMap(({ words }) => [...namesIn(words)]));
  return removed.length > 0 && restLost.every(({ words }) => [...namesIn(words)].every((name) => !used.has(name)));
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
