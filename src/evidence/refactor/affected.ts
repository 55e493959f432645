import type { Addition } from '../code/additions.ts';
import { definedNames } from '../code/defined-names.ts';
import { GROUPS } from '../code/js-tests.ts';
import { type Language, languageOf } from '../code/language.ts';
import { JS_HOOKS, reachOf } from '../code/reach.ts';
import { isDefinition, isFunctionValue, statementsIn } from '../code/statements.ts';
import type { TestBlock } from '../code/test-block.ts';
import { namesIn, type Word } from '../code/word.ts';
import { usesAny, usesFreely } from '../files/existing-block.ts';
import type { TestFileChange } from '../files/test-file.ts';

/** Whether something else in its file may change what a test does: an import, or what was added or taken away round it. */
export function isAffected(block: TestBlock, compared: TestFileChange): boolean {
  const { restAdded, restLost, namesBefore, namesAfter } = compared;
  if (usesAny(block, [...compared.lostImports, ...takenNames(compared, block)])) return true;
  const language = languageOf(compared.path) as Language;
  const used = namesIn(block.words);
  return (
    restAdded.some((piece) => reaches(piece, language, used, namesBefore)) ||
    restLost.some((piece) => reaches(piece, language, used, namesAfter) || isMissed(piece, namesAfter))
  );
}

/** New imports that reach a test which did not ask for them: for their effects, or in place of a name it used freely. */
function takenNames({ newImports, path }: TestFileChange, block: TestBlock): readonly string[] {
  const isStar = (name: string) => name === '*' && path.endsWith('.py');
  return [...newImports.keys()].filter((name) => name.startsWith("'") || isStar(name) || usesFreely(block, name));
}

/** Whether a piece that one version has and the other has not may be felt by a test; `known` are the other's names. */
function reaches(
  { words, isWhole }: Addition,
  language: Language,
  used: ReadonlySet<string>,
  known: ReadonlySet<string>,
): boolean {
  if (!isWhole || hasHook(words) || acts(words, language, known)) return true;
  return [...definedNames(words)].some((name) => used.has(name));
}

function isMissed({ words }: Addition, namesAfter: ReadonlySet<string>): boolean {
  return [...definedNames(words)].some((name) => namesAfter.has(name));
}

/** Words round tests that reach into every test of the file. */
export const HOOKS: ReadonlySet<string> = new Set([
  ...JS_HOOKS,
  ...'setUp tearDown setUpClass setup_module setup_function setup_class setup_method fixture autouse'.split(' '),
  ...'monkeypatch TestMain init globalThis global window mock unmock doMock prototype defineProperty extend'.split(' '),
]);

export function hasHook(words: readonly Word[]): boolean {
  return words.some(({ kind, text }) => kind === 'word' && HOOKS.has(text));
}

/** Whether code does something when it is loaded, other than with what was there already. */
function acts(words: readonly Word[], language: Language, known: ReadonlySet<string>): boolean {
  if (reachOf(words, language, (name) => known.has(name)) !== undefined) return true;
  return statementsIn(words, language).some((statement) => {
    if (GROUPS.has(statement[0]?.text ?? '')) return false;
    return !isDefinition(statement) || makesWithOthers(statement, known);
  });
}

/** A value that is made by calling what the file did not know. */
function makesWithOthers(statement: readonly Word[], known: ReadonlySet<string>): boolean {
  const isValue = ['const', 'let', 'var'].includes(statement[0]?.text ?? '') || statement[1]?.text === '=';
  if (!isValue || isFunctionValue(statement)) return false;
  return statement.some(({ kind, text }, at) => {
    const isCall = kind === 'word' && statement[at + 1]?.text === '(' && statement[at - 1]?.text !== '.';
    return isCall && !known.has(text);
  });
}
