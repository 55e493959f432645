import { BatonError } from '../base/error.ts';
import { hasEnded } from '../engine/run/facts.ts';
import type { RunView } from '../engine/run/view.ts';
import { oneLine } from './plain-text.ts';

/** The run that is meant when none is named: the only one that can go on, else the only one that waits. */
export function chooseRun(views: readonly RunView[]): RunView {
  const unfinished = views.filter((view) => !hasEnded(view) && view.state !== 'running');
  const ready = unfinished.filter(({ state }) => state !== 'waiting');
  const candidates = ready.length > 0 ? ready : unfinished;
  const [only, ...others] = candidates;
  if (only === undefined) {
    throw new BatonError('usage', 'No run can go on. Start one: baton run "what is to be built". See baton status.');
  }
  if (others.length === 0) return only;
  const lines = candidates.map(
    ({ run, state, request }) => `  baton resume ${run}   (${state}) ${oneLine(request).slice(0, 60)}`,
  );
  throw new BatonError('usage', [`${candidates.length} runs can go on. Name one:`, ...lines].join('\n'), {
    data: { runs: candidates.map(({ run }) => run) },
  });
}
