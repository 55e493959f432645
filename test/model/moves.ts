import type { Command } from '../../src/workflow/command.ts';
import type { RunState } from '../../src/workflow/state.ts';
import type { Book } from './book.ts';
import { type Mint, type Move, mint } from './move.ts';
import { dueMoves } from './moves-due.ts';
import { misfits } from './moves-misfit.ts';
import { peopleMoves } from './moves-people.ts';
import type { Scenario } from './scenarios.ts';

/** A state of a run, and what the world knows. */
export interface Place {
  readonly state: RunState;
  /** What the machine says is due. */
  readonly commands: readonly Command[];
  readonly book: Book;
  readonly scenario: Scenario;
}

/** Everything that can come next in a state: nothing else is ever appended to a journal. */
export function movesFrom(place: Place): readonly Move[] {
  const make = mint(place.state);
  if (place.state.ended !== undefined) return [...misfits(place, make), ...afterTheEnd(make)];
  if (place.state.unknown !== undefined) return [make.move('abort', 'somebody aborts the run', 'run.aborted', {})];
  return [...dueMoves(place, make), ...peopleMoves(place, make), ...misfits(place, make), ...strangers(make)];
}

/** What a newer Baton, or a damaged disk, may have written. */
function strangers({ strange }: Mint): Move[] {
  return [
    strange('unknown', 'an event of a type nobody knows', { type: 'run.teleported' }),
    strange('unknown', 'an event of a newer version', { v: 2, type: 'gate.passed' }),
    strange('unknown', 'a session.ended nobody can read', { type: 'session.ended', data: { ended: 42 } }),
  ];
}

/** What would move a run that has not ended. */
function afterTheEnd({ move, strange }: Mint): Move[] {
  return [
    move('misfit', 'a person commits after the end', 'person.committed', { commit: 'e'.repeat(40), tree: 'tree-e' }),
    move('misfit', 'the ended run is resumed', 'run.resumed', {}),
    move('misfit', 'the ended run is parked', 'run.parked', {}),
    move('misfit', 'the ended run is aborted', 'run.aborted', {}),
    move('misfit', 'the ended run fails', 'run.failed', { reason: 'late' }),
    move('misfit', 'a session starts after the end', 'session.started', { session: 'session-e' }),
    strange('misfit', 'an event nobody knows comes after the end', { type: 'run.teleported' }),
  ];
}
