import { z } from 'zod';
import type { ListItem } from '../evidence/plan/list-item.ts';
import { isOpen, type TestList } from '../evidence/plan/test-list.ts';

/** What became of an item that was open, other than being done. */
export const listChangeSchema = z.object({
  id: z.string(),
  change: z.enum(['dropped', 'skipped', 'reworded']),
  description: z.string().describe('The words of the item now; of a dropped one, the last'),
  was: z.string().optional().describe('The words it had before'),
  reason: z.string().optional().describe('Why it is skipped'),
});
export type ListChange = Readonly<z.infer<typeof listChangeSchema>>;

/** How many changes an event names one by one. */
export const MAX_CHANGES = 100;

/** Items that a later list no longer has, has marked as skipped, or has under other words. */
export function listChanges(before: readonly ListItem[], after: TestList): readonly ListChange[] {
  const now = new Map(after.items.map((item) => [item.id, item]));
  return before.flatMap((item): readonly ListChange[] => {
    const { id, description } = item;
    const found = now.get(id);
    if (found === undefined) return [{ id, change: 'dropped', description }];
    const was = found.description === description ? {} : { was: description };
    if (found.skipped !== undefined && !found.done) {
      return [{ id, change: 'skipped', description: found.description, ...was, reason: found.skipped }];
    }
    return 'was' in was ? [{ id, change: 'reworded', description: found.description, ...was }] : [];
  });
}

/**
 * The items a run answers for, each as it was first seen: those open at its start and those that came up in it. What was
 * done or skipped before is not among them, unless it is opened again.
 */
export function ownItems(own: readonly ListItem[], before: TestList, after: TestList): readonly ListItem[] {
  const known = new Set(own.map(({ id }) => id));
  const old = new Set(before.items.map(({ id }) => id));
  const added = after.items.filter(
    (item) => !known.has(item.id) && (isOpen(item) || (!old.has(item.id) && !item.done)),
  );
  return added.length === 0 ? own : [...own, ...added];
}
