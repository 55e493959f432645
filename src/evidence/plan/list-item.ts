import { z } from 'zod';
import { matchAny } from '../../base/glob.ts';
import type { TestCase } from '../report.ts';

/** What a list item allows beyond adding a test. */
export const itemOptionsSchema = z.object({
  changes: z.array(z.string()).readonly().describe('Existing test files, as paths or globs, whose tests may change'),
  removes: z.array(z.string()).readonly().describe('Existing tests that may go: a name, a group, an id or a file'),
  needs: z.array(z.string()).readonly().describe('Packages that the test needs and that may be added'),
});
export type ItemOptions = z.infer<typeof itemOptionsSchema>;

/** One entry of the test list. */
export const listItemSchema = itemOptionsSchema.extend({
  id: z
    .string()
    .regex(/^T[1-9]\d*$/)
    .describe('Given at first sight and kept: T1, T2 ...'),
  description: z.string().min(1),
  done: z.boolean(),
  skipped: z.string().optional().describe('Why it is not to be done; such an item is not open'),
});
export type ListItem = Readonly<z.infer<typeof listItemSchema>>;

export const NO_OPTIONS: ItemOptions = { changes: [], removes: [], needs: [] };

/** Whether the item lets tests of a file change. */
export function mayChange(options: ItemOptions): (path: string) => boolean {
  return matchAny(options.changes);
}

/** Whether the item lets a test go: named by its id, its own name, its names, a group round it, or its file. */
export function mayRemove(options: ItemOptions): (test: TestCase) => boolean {
  const named = new Set(options.removes);
  return (test) => {
    const groups = test.path.map((_, at) => test.path.slice(0, at + 1).join(' > '));
    const last = test.path.at(-1) ?? '';
    const names = [test.id, test.file, last, last.replace(/\[[^\]]*\]$/, ''), ...groups];
    return names.some((name) => named.has(name));
  };
}
