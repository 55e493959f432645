import type { Entry, Problem } from '../../store/store.ts';
import { problemOf, shortId } from '../projection.ts';

/** What was found out about one run. */
export interface Findings {
  readonly problems: Problem[];
  /** What the record does not hold, or nobody can tell from it: neither right nor wrong. */
  readonly unchecked: Problem[];
}

/** Tells what was found at one place. */
export interface Teller {
  problem(what: string): void;
  unchecked(what: string): void;
}

export function tellAt(place: string, { problems, unchecked }: Findings): Teller {
  return {
    problem: (what) => problems.push({ place, what }),
    unchecked: (what) => unchecked.push({ place, what }),
  };
}

/** Where an event stands, as a person finds it again. */
export function placeOf({ id, event }: Entry): string {
  const phase = event.phase === undefined ? '' : `, ${event.phase} of cycle ${event.cycle ?? '?'}`;
  return `runs/${event.run}, event ${event.seq} (${shortId(id)}), ${event.type}${phase}`;
}

/** Does a check; what it cannot read is a problem of its place and does not stop the others. */
export async function attempt(place: string, findings: Findings, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    findings.problems.push(problemOf(place, error));
  }
}
