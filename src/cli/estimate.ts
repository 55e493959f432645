import type { Estimate, Range } from '../engine/run/estimate.ts';
import { count } from '../workflow/story/amounts.ts';

/** What earlier runs took, and nothing that is not known. */
export function describeEstimate(estimate: Estimate): string {
  const { workflow, runs, match, runners, ms, cycles, usd, usdRuns } = estimate;
  const cost = usd === undefined ? [] : [amount(usd, (one) => `$${one.toFixed(2)}`, costNote(usdRuns, runs))];
  const parts = [amount(ms, duration), ...cost, amount(cycles, (one) => count(Math.round(one), 'cycle'))];
  const who =
    match === 'agents' ? 'with the same agents' : `with ${runners.join(' and ')}, but other models or commands`;
  const which = `${count(runs, `earlier ${workflow} run`)} here ${who}`;
  const took = runs === 1 ? 'took' : 'typically took';
  return `${which} ${took} ${parts.join(', ')}. This run may take more or less.`;
}

function costNote(known: number, runs: number): string {
  return known === runs ? '' : `, known for ${known}`;
}

/** The middle, and in brackets between what it lay; one amount stands for itself. */
function amount({ low, median, high }: Range, format: (one: number) => string, note = ''): string {
  const [least, most] = [format(low), format(high)];
  return least === most && note === '' ? format(median) : `${format(median)} (${least} to ${most}${note})`;
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
