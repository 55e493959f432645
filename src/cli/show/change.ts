import { BatonError } from '../../base/error.ts';
import type { Runs } from '../../engine/run/runs.ts';
import { fold } from '../../workflow/machine.ts';
import { count } from '../../workflow/story/amounts.ts';
import { renderDiff } from '../diff.ts';
import type { Paint } from '../paint.ts';
import type { Found, Recorded } from './find.ts';

/** What an ask, a commit or a run changes: its two sides, and the difference if this clone has both. */
export interface Change {
  readonly from: string;
  readonly to: string;
  readonly stat: string;
  readonly patch: string;
  /** Characters of the patch that were left out. */
  readonly omitted: number;
}

/** The change of what was found; an error that says why where it has none, or where its files are not here. */
export async function changeOf(runs: Pick<Runs, 'diff'>, found: Found): Promise<Change> {
  const sides = sidesOf(found);
  if (sides === undefined) {
    throw new BatonError('not_found', 'It is not about a change of files, so there is no diff.');
  }
  const texts = await runs.diff(sides.from, sides.to);
  if (texts !== undefined) return { ...sides, ...texts };
  throw new BatonError(
    'not_found',
    `Its files (tree ${sides.to.slice(0, 12)}) are not in this clone. Run \`baton sync\` in the clone that has them, then here.`,
  );
}

/** The same where it is shown beside other things: nothing if there is none. */
export async function changeIfAny(runs: Pick<Runs, 'diff'>, found: Found): Promise<Change | undefined> {
  const sides = sidesOf(found);
  const texts = sides === undefined ? undefined : await runs.diff(sides.from, sides.to);
  return sides === undefined || texts === undefined ? undefined : { ...sides, ...texts };
}

function sidesOf(found: Found): Pick<Change, 'from' | 'to'> | undefined {
  if (found.kind === 'run') {
    const { start, base } = fold(found.entries.map(({ event }) => event));
    return { from: start.tree, to: base.tree };
  }
  const { event } = found.entry;
  const to = event.type === 'ask.opened' ? event.data.tree : event.data.commit;
  if (typeof to !== 'string' || event.seq === 1) return undefined;
  return { from: baseBefore(found.entries, event.seq), to };
}

/** The last accepted tree before an event. */
function baseBefore(entries: readonly Recorded[], seq: number): string {
  return fold(entries.map(({ event }) => event).filter((event) => event.seq < seq)).base.tree;
}

/** The diff for a person. With a limit it is cut there, and says how to see the rest. */
export function describeChange(
  { patch, omitted, from, to }: Change,
  paint: Paint,
  limit?: { readonly lines: number; readonly more: string },
): string[] {
  const all = renderDiff(patch, paint);
  if (all.length === 0) return ['No files change.'];
  const shown = limit === undefined ? all : all.slice(0, limit.lines);
  const hidden = all.length - shown.length;
  if (hidden > 0 && limit !== undefined)
    return [...shown, paint(`... ${count(hidden, 'more line')}: ${limit.more}`, 'dim')];
  return omitted === 0 ? shown : [...shown, paint(`All of it: git diff ${from} ${to}`, 'dim')];
}
