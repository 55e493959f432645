import type { EventData } from './event-data.ts';
import type { Candidate, Knowledge, RunState } from './state.ts';

/** A suspicion counts for a run once what it is about is accepted. It is gone with a candidate that is refused. */
export function suspected(state: RunState, { suspicions = [] }: EventData<'suspicion.raised'>): RunState {
  const { candidate } = state;
  if (state.stage !== 'judging' || candidate === undefined) return state;
  const known = new Set(candidate.suspicions.map(keyOf));
  // What is judged again after a crash is suspected again.
  const fresh = suspicions.filter((one) => !known.has(keyOf(one)));
  if (fresh.length === 0) return state;
  return { ...state, candidate: { ...candidate, suspicions: [...candidate.suspicions, ...fresh] } };
}

function keyOf({ code, path, line, message }: Candidate['suspicions'][number]): string {
  return JSON.stringify([code, path, line, message]);
}

/** What is to be known of the evidence once a candidate is accepted. */
export function doubtsWith(
  { phase, cycle, knowledge }: RunState,
  candidate: Candidate | undefined,
): Pick<Knowledge, 'suspicions' | 'unsabotaged'> {
  const { suspicions = [], unsabotaged: why } = candidate ?? {};
  return {
    suspicions: [...knowledge.suspicions, ...suspicions.map((one) => ({ phase, cycle, ...one }))],
    unsabotaged: why === undefined ? knowledge.unsabotaged : [...knowledge.unsabotaged, { phase, cycle, why }],
  };
}

type Doubts = Pick<Knowledge, 'suspicions' | 'unsabotaged'>;

/** A suspicion in a line. */
export function tellSuspicion({ phase, cycle, code, path, line, message }: Doubts['suspicions'][number]): string {
  return `${phase} of cycle ${cycle}: ${code} in ${path}:${line}: ${message}`;
}

/** Which phases rest on evidence that could not be tried, and why: those with one reason in one line. */
export function tellUnsabotaged(unsabotaged: Doubts['unsabotaged']): readonly string[] {
  const cycles = new Map<string, { readonly phase: string; readonly why: string; readonly cycles: number[] }>();
  for (const { phase, cycle, why } of unsabotaged) {
    const key = JSON.stringify([phase, why]);
    const same = cycles.get(key) ?? { phase, why, cycles: [] };
    same.cycles.push(cycle);
    cycles.set(key, same);
  }
  return [...cycles.values()].map(
    ({ phase, why, cycles: all }) =>
      `unsabotaged in ${phase} of cycle${all.length === 1 ? '' : 's'} ${all.join(', ')}: ${why}`,
  );
}
