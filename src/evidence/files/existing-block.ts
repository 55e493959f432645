import type { Source } from '../../code/source.ts';
import { namesIn, type TestFact } from '../../code/tests.ts';
import { type ItemOptions, mayRemove } from '../plan/list-item.ts';

/**
 * Whether a test uses one of the imported names. An import for its effects, or of everything, is used by all.
 * Of `a.b` and `"a/b"` the first and the last part can be what is used.
 */
export function usesAny({ nodes }: TestFact, source: Source, imported: readonly string[]): boolean {
  const used = namesIn(nodes, source);
  return imported.some((name) => {
    if (name.startsWith("'") || name === '.' || name.endsWith('*')) return true;
    const parts = name.split(/[^\p{L}\p{N}_$]+/u).filter((part) => part !== '');
    return used.has(parts[0] ?? '') || used.has(parts.at(-1) ?? '');
  });
}

/** Whether the list item lets a test go, by its names as written. */
export function mayRemoveTest(test: TestFact, file: string, item: ItemOptions): boolean {
  const path = test.names.map((name) => name?.text ?? '');
  return mayRemove(item)({ id: `${file}::${path.join(' > ')}`, file, path, outcome: 'passed' });
}
