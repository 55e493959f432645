import { BatonError } from '../../base/error.ts';
import type { HandoffGlance } from '../../engine/handoff-overview.ts';
import { byStanding, type Standing } from '../../engine/stored-handoff.ts';
import { HANDOFF_PRIORITIES } from '../../handoff/package-schema.ts';

/** One page of a list, and what asks for the next. */
export interface Page {
  readonly shown: readonly HandoffGlance[];
  readonly total: number;
  /** How many stand behind this page. */
  readonly left: number;
  readonly next: string | undefined;
}

/**
 * A page of handoffs, which come in the order in which they are listed. A cursor holds the place of the last one shown, not
 * its number: what was made, accepted or ended between two pages moves nothing that was not seen yet out of sight.
 */
export function pageOf(all: readonly HandoffGlance[], limit: number, cursor: string | undefined): Page {
  const start = cursor === undefined ? undefined : readCursor(cursor);
  const rest = start === undefined ? all : all.filter((one) => byStanding(one, start) > 0);
  const shown = rest.slice(0, limit);
  const last = rest.length > limit ? shown.at(-1) : undefined;
  return {
    shown,
    total: all.length,
    left: rest.length - shown.length,
    next: last === undefined ? undefined : writeCursor(last),
  };
}

function writeCursor({ status, priority, createdAt, id }: Standing): string {
  return [Number(status !== 'pending'), HANDOFF_PRIORITIES.indexOf(priority), createdAt.getTime(), id].join('.');
}

const CURSOR = /^([01])\.([0-9])\.([0-9]{1,15})\.([a-z0-9-]{1,64})$/;

/** The place that a cursor holds. Of a status no more is kept than whether the handoff still waited. */
function readCursor(cursor: string): Standing {
  const [, moved, urgency, created, id] = CURSOR.exec(cursor) ?? [];
  const priority = HANDOFF_PRIORITIES[Number(urgency)];
  if (id === undefined || priority === undefined) {
    throw new BatonError('invalid_input', 'The cursor is none that handoff_list gave. Leave it out to begin anew.');
  }
  return { status: moved === '1' ? 'accepted' : 'pending', priority, createdAt: new Date(Number(created)), id };
}
