import { BatonError } from '../../base/error.ts';
import type { HandoffGlance } from '../../engine/handoff-overview.ts';
import { HANDOFF_PRIORITIES } from '../../handoff/package-schema.ts';

/** One page of a list, and what asks for the next. */
export interface Page {
  readonly shown: readonly HandoffGlance[];
  readonly total: number;
  readonly next: string | undefined;
}

/**
 * A page of handoffs in the order they come in: waiting ones first, by urgency. A cursor holds the place of the last one shown, not
 * its number: what was made, accepted or ended between two pages moves nothing that was not seen yet out of sight.
 */
export function pageOf(all: readonly HandoffGlance[], limit: number, cursor: string | undefined): Page {
  const sorted = all.map((glance) => ({ glance, place: placeOf(glance) })).sort((a, b) => compare(a.place, b.place));
  const start = cursor === undefined ? undefined : readCursor(cursor);
  const rest = start === undefined ? sorted : sorted.filter(({ place }) => compare(place, start) > 0);
  const shown = rest.slice(0, limit);
  const last = rest.length > limit ? shown.at(-1) : undefined;
  return {
    shown: shown.map(({ glance }) => glance),
    total: sorted.length,
    next: last === undefined ? undefined : writeCursor(last.place),
  };
}

/** What decides where a handoff stands in the list, in this order. */
interface Place {
  readonly hasMoved: boolean;
  readonly urgency: number;
  readonly created: number;
  readonly id: string;
}

function placeOf({ id, status, priority, createdAt }: HandoffGlance): Place {
  const urgency = HANDOFF_PRIORITIES.indexOf(priority);
  return { hasMoved: status !== 'pending', urgency, created: createdAt.getTime(), id };
}

function compare(a: Place, b: Place): number {
  const standing = Number(a.hasMoved) - Number(b.hasMoved);
  return standing || a.urgency - b.urgency || a.created - b.created || (a.id < b.id ? -1 : Number(a.id > b.id));
}

function writeCursor({ hasMoved, urgency, created, id }: Place): string {
  return [Number(hasMoved), urgency, created, id].join('.');
}

const CURSOR = /^([01])\.([0-9])\.([0-9]{1,15})\.([a-z0-9-]{1,64})$/;

function readCursor(cursor: string): Place {
  const [, moved, urgency, created, id] = CURSOR.exec(cursor) ?? [];
  if (id === undefined) {
    throw new BatonError('invalid_input', 'The cursor is none that handoff_list gave. Leave it out to begin anew.');
  }
  return { hasMoved: moved === '1', urgency: Number(urgency), created: Number(created), id };
}
