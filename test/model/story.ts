import type { RunState } from '../../src/workflow/state.ts';
import type { Told, Violation } from './explore.ts';

/** A violation for a person: the rule, and what has to happen for it to break. */
export function story({ rule, trace }: Violation): string {
  const width = Math.max(0, ...trace.map(({ label }) => label.length));
  const lines = trace.map((told, index) => `  ${String(index + 1).padStart(3)}. ${line(told, width)}`);
  return [`broken: ${rule}`, ...lines].join('\n');
}

function line({ label, state }: Told, width: number): string {
  return `${label.padEnd(width)}  ${where(state)}`;
}

function where({ stage, phase, cycle, attempt, spent, allowed, need, parked, unknown, ended }: RunState): string {
  const notes = [
    need === undefined ? '' : `needs ${need.reason}`,
    parked === undefined ? '' : 'parked',
    unknown === undefined ? '' : 'stopped',
    ended ?? '',
  ].filter((note) => note !== '');
  const place = `${stage}: ${phase}, cycle ${cycle}, attempt ${attempt}, ${spent} of ${allowed} spent`;
  return [place, ...notes].join(', ');
}
