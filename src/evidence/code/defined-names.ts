import { CLOSING, OPENING } from './brackets.ts';
import type { Word } from './word.ts';

/** Names that words define or assign at their own level. */
export function definedNames(words: readonly Word[]): ReadonlySet<string> {
  const names = new Set<string>();
  let depth = 0;
  let isPattern = false;
  for (const [at, { kind, text }] of words.entries()) {
    const last = words[at - 1]?.text ?? '';
    if ((kind === 'mark' && OPENING.includes(text)) || (kind === 'layout' && text === 'indent')) {
      isPattern ||= depth === 0 && DEFINES.has(last);
      depth++;
    } else if ((kind === 'mark' && CLOSING.includes(text)) || (kind === 'layout' && text === 'dedent')) {
      depth--;
      isPattern &&= depth > 0;
    } else if (kind === 'word' && (isPattern || (depth === 0 && (definesNext(words, at) || isAssigned(words, at))))) {
      names.add(text);
    }
  }
  return names;
}

const DEFINES: ReadonlySet<string> = new Set(
  'const let var function class def func fn type struct enum static mod'.split(' '),
);

/** Whether the word before says that this one is a name: `const x`, `macro_rules! x`. */
function definesNext(words: readonly Word[], at: number): boolean {
  const last = words[at - 1]?.text ?? '';
  return DEFINES.has(last) || (last === '!' && words[at - 2]?.text === 'macro_rules');
}

/** What is done to a part of something defines nothing, unless it is a part of everything. */
function isAssigned(words: readonly Word[], at: number): boolean {
  const isMember = words[at - 1]?.text === '.' && !GLOBALS.has(words[at - 2]?.text ?? '');
  return !isMember && (words[at + 1]?.text === '=' || words[at + 1]?.text === ':=');
}

const GLOBALS: ReadonlySet<string> = new Set(['globalThis', 'global', 'window', 'self', 'builtins']);
