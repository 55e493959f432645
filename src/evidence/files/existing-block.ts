import type { TestBlock } from '../code/test-block.ts';
import { namesIn, type Word } from '../code/word.ts';
import { type ItemOptions, mayRemove } from '../plan/list-item.ts';

/**
 * Whether a test uses one of the imported names. An import for its effects, or of everything, is used by all.
 * Of `a.b` and `"a/b"` the first and the last part can be what is used.
 */
export function usesAny(block: TestBlock, imported: readonly string[]): boolean {
  const used = namesIn(block.words);
  return imported.some((name) => {
    if (name.startsWith("'") || name === '.' || name.endsWith('*')) return true;
    const parts = name.split(/[^\p{L}\p{N}_$]+/u).filter((part) => part !== '');
    return used.has(parts[0] ?? '') || used.has(parts.at(-1) ?? '');
  });
}

/** Whether a test uses a name that it does not define itself. A member of something is not the name by itself. */
export function usesFreely({ words }: TestBlock, name: string): boolean {
  const places = [...words.keys()].filter((at) => words[at]?.kind === 'word' && words[at]?.text === name);
  const free = places.filter((at) => !MEMBER.has(words[at - 1]?.text ?? '') && words[at + 1]?.text !== ':');
  return free.length > 0 && !free.some((at) => isDefinedAt(words, at));
}

const MEMBER: ReadonlySet<string> = new Set(['.', '?.', '::']);
const DEFINING: ReadonlySet<string> = new Set(['const', 'let', 'var', 'function', 'class', 'def', 'func', 'fn', 'mut']);

/** `const x`, and `x =` at the beginning of a line. */
function isDefinedAt(words: readonly Word[], at: number): boolean {
  if (DEFINING.has(words[at - 1]?.text ?? '')) return true;
  const next = words[at + 1]?.text;
  return next === ':=' || (next === '=' && words[at - 1]?.kind === 'layout');
}

/** Whether the list item lets a test go, by its names as written. */
export function mayRemoveBlock(block: TestBlock, file: string, item: ItemOptions): boolean {
  const path = block.names.map((name) => name?.text ?? '');
  return mayRemove(item)({ id: `${file}::${path.join(' > ')}`, file, path, outcome: 'passed' });
}
