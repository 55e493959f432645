import { isAssertionWord } from '../code/assertions.ts';
import { matchBrackets } from '../code/brackets.ts';
import { canonicalWords } from '../code/canonical.ts';
import { importsOf } from '../code/imports.ts';
import type { SplitFile } from '../code/test-block.ts';
import type { Word } from '../code/word.ts';
import type { FileChange } from '../diff.ts';

/**
 * Functions that a test calls and that were written together with it, in its own file or in another one, where nothing
 * could ever fail: however they are called, who calls them asserts nothing.
 */
export function idleHelpers(split: SplitFile, path: string, changes: readonly FileChange[]): readonly string[] {
  const imported = [...importsOf(split, path)].filter(([, source]) => {
    const [module = '', name = ''] = source.split('#');
    const written = changes.find((change) => isModule(module, change.path));
    const words = written?.after === undefined ? undefined : canonicalWords(written.path, written.after);
    return words !== undefined && !canFail(words) && functionsIn(words).includes(name);
  });
  return [...imported.map(([name]) => name), ...(canFail(split.rest) ? [] : functionsIn(split.rest))];
}

/** Whether a module, named from the top of the project, is a file. */
function isModule(module: string, path: string): boolean {
  const name = module.startsWith('./') ? module.slice(2) : module.replaceAll('.', '/');
  const stem = path.replace(/\.\w+$/, '');
  return stem === name || stem === `${name}/index`;
}

/** Whether code asserts, throws, or leaves that to another file; the names it gives to its own functions do not count. */
function canFail(words: readonly Word[]): boolean {
  const own = new Set(functionsIn(words));
  return words.some((word, at) => {
    if (word.kind === 'string') return /^.\.{1,2}\//.test(word.text);
    if (word.kind !== 'word' || own.has(word.text)) return false;
    return FAILS.has(word.text) || (isAssertionWord(word) && isUsed(words, at));
  });
}

const FAILS: ReadonlySet<string> = new Set(['throw', 'raise', 'panic', 'fail', 'Fatal', 'Fatalf', 'Error', 'Errorf']);

/** A call, a member, or Python's `assert`; not a name that is only imported or passed on. */
function isUsed(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (words[at - 1]?.text === '.' || ['(', '.', '!'].includes(next?.text ?? '')) return true;
  const isStatement = next !== undefined && next.kind !== 'mark' && !['from', 'as'].includes(next.text);
  return words[at]?.text === 'assert' && isStatement;
}

/** Names of functions that are written out in a piece of code. */
function functionsIn(words: readonly Word[]): readonly string[] {
  const pairs = matchBrackets(words) ?? new Map<number, number>();
  return words.flatMap(({ kind, text }, at) => {
    if (kind !== 'word') return [];
    if (FUNCTIONS.has(words[at - 1]?.text ?? '')) return [text];
    const start = words[at + 2]?.text === 'async' ? at + 3 : at + 2;
    const end = words[start]?.text === '(' ? (pairs.get(start) ?? start) : start;
    const isWritten = words[start]?.text === 'function' || words[end + 1]?.text === '=>';
    return words[at + 1]?.text === '=' && isWritten ? [text] : [];
  });
}

const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'def', 'func', 'fn', 'void']);
