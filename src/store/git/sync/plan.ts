import type { Diverged, Head, JournalName } from '../../store.ts';
import type { Kinship } from './lineage.ts';

/** Where one side has a journal end: by a ref of its own, in the archive, or both (its own ref then counts). */
export interface Ends {
  readonly own?: Head | undefined;
  readonly archived?: Head | undefined;
}

/** A journal the two sides do not have alike, and how its ends stand to each other. */
export interface Difference {
  readonly journal: JournalName;
  readonly ours: Ends;
  readonly theirs: Ends;
  readonly kinship: Kinship;
}

/** What one side has to change for a journal. */
export interface Step {
  readonly journal: JournalName;
  readonly from: Ends;
  readonly to: Ends;
}

/** What both sides have to do to have everything alike, and what they never will without a person. */
export interface SyncPlan {
  readonly here: readonly Step[];
  readonly there: readonly Step[];
  readonly diverged: readonly Diverged[];
}

/**
 * Decides an exchange. The longest history of a journal wins wherever all ends lie on one line; a journal whose longest
 * history is archived on either side is archived on both. Where histories differ both sides keep theirs. With
 * `archiveShut` the archive there cannot be changed, and what would need it waits.
 */
export function planSync(differences: readonly Difference[], archiveShut: boolean): SyncPlan {
  const here: Step[] = [];
  const there: Step[] = [];
  const diverged: Diverged[] = [];
  for (const { journal, ours, theirs, kinship } of differences) {
    if (kinship.kind === 'split') {
      const [one, other] = kinship.between;
      diverged.push({ journal, ours: one, theirs: other, common: kinship.common });
      continue;
    }
    const to = settle([ours, theirs], kinship.places);
    if (!sameEnds(ours, to)) here.push({ journal, from: ours, to });
    const shut = archiveShut && to.archived !== theirs.archived;
    if (!sameEnds(theirs, to) && !shut) there.push({ journal, from: theirs, to });
  }
  return { here, there, diverged };
}

export function sameEnds(one: Ends, other: Ends): boolean {
  return one.own === other.own && one.archived === other.archived;
}

/** Where a side's journal ends for its readers. */
export function endOf({ own, archived }: Ends): Head | undefined {
  return own ?? archived;
}

function settle(sides: readonly Ends[], places: ReadonlyMap<Head, number>): Ends {
  const archived = furthest(
    sides.map((ends) => ends.archived),
    places,
  );
  const own = furthest([archived, ...sides.map((ends) => ends.own)], places);
  return { own: own === archived ? undefined : own, archived };
}

/** The last of some heads on one line; of equal ones the first named. */
function furthest(heads: readonly (Head | undefined)[], places: ReadonlyMap<Head, number>): Head | undefined {
  let best: Head | undefined;
  for (const head of heads) {
    if (head === undefined) continue;
    if (best === undefined || (places.get(head) ?? 0) > (places.get(best) ?? 0)) best = head;
  }
  return best;
}
