import type { Choice, EventData } from '../../src/workflow/event-data.ts';
import { hash } from '../workflow/tale.ts';
import { canGoBack, placesBack } from './key.ts';
import type { Mint, Move } from './move.ts';
import type { Place } from './moves.ts';

/** What people do: answer what they are asked, and act unasked. */
export function peopleMoves(place: Place, make: Mint): readonly Move[] {
  return [...answers(place, make), ...rests(place, make), ...acts(place, make)];
}

type Answer = EventData<'ask.answered'>['answer'];

function answers(place: Place, { move }: Mint): Move[] {
  const { ask } = place.state;
  if (ask === undefined) return [];
  const say = (by: 'answer' | 'abort', label: string, answer: Answer) =>
    move(by, label, 'ask.answered', { ask: ask.id, answer });
  if (ask.kind === 'question') return [say('answer', 'a person answers', { kind: 'question', text: 'Yes.' })];
  if (ask.kind === 'approval') {
    return [
      say('answer', 'a person approves', { kind: 'approval', approved: true }),
      say('answer', 'a person approves, and passes over what comes next', {
        kind: 'approval',
        approved: true,
        skip: { reason: 'No time.' },
      }),
      say('answer', 'a person rejects', { kind: 'approval', approved: false }),
    ];
  }
  const skip: Choice[] = place.state.knowledge.item === undefined ? [] : ['skip'];
  const choices: Choice[] = isAllowed(place) ? ['retry', ...skip, 'rollback', 'abort'] : ['retry', 'abort'];
  return choices.map((choice) =>
    say(choice === 'abort' ? 'abort' : 'answer', `a person decides: ${choice}`, { kind: 'decision', choice }),
  );
}

/** Stopping and going on, by anybody at any time. */
function rests({ state }: Place, { move }: Mint): Move[] {
  return [
    state.parked === undefined
      ? move('outside', 'the run is parked', 'run.parked', { reason: 'interrupted' })
      : move('resume', 'the run is resumed', 'run.resumed', {}),
    move('abort', 'somebody aborts the run', 'run.aborted', {}),
  ];
}

/** What makes a run longer: bounded, so that an exploration comes to its end. */
function acts(place: Place, { move }: Mint): Move[] {
  const { state, book, scenario } = place;
  if (!isAllowed(place)) return [];
  const commit = hash(book.names);
  const backs = [...placesBack(state).values()].map(({ commit: to, tree, phase, cycle }) =>
    move('outside', `a person goes back to ${phase ?? 'the start'} of cycle ${cycle}`, 'phase.rolled_back', {
      to,
      commit,
      tree,
    }),
  );
  // Baton takes commits in between two steps, after what was decided; a session that plays is waited for.
  const isBetween = state.stage !== 'playing' && state.decision === undefined;
  const commits = isBetween
    ? [move('outside', 'a person commits', 'person.committed', { commit, tree: `tree-${book.names}` })]
    : [];
  const settings = { ...state.settings, ...scenario.other };
  const reload =
    scenario.other === undefined ? [] : [move('outside', 'the settings are changed', 'run.resumed', { settings })];
  return [...backs, ...commits, ...reload];
}

function isAllowed({ state, book, scenario }: Place): boolean {
  return canGoBack(state, book, scenario);
}
