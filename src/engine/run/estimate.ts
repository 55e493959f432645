import { isBatonError } from '../../base/error.ts';
import type { JournalName, Store } from '../../store/store.ts';
import type { JournalEvent } from '../../workflow/event.ts';
import { confirmation } from '../../workflow/list-progress.ts';
import { readPinned } from './pinned.ts';
import type { RunnerChoice } from './start/runner-choice.ts';
import { openTurn, readRun } from './turn.ts';

/** The least, the middle and the most of several amounts. */
export interface Range {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** What a run may take, from completed runs of the same workflow in this repository. Experience, not a promise. */
export interface Estimate {
  readonly workflow: string;
  /** How many runs it is made from. */
  readonly runs: number;
  /** Whether the same programs with the same models played them, or only the same kinds of runners. */
  readonly match: 'agents' | 'runners';
  readonly runners: readonly string[];
  /** Without the time in which a person was waited for, or nobody ran it. */
  readonly ms: Range;
  readonly cycles: Range;
  /** Of those runs whose programs tell what they cost, if any does, and how many those are. */
  readonly usd: Range | undefined;
  readonly usdRuns: number;
}

/** What one run took. */
export interface Sample {
  readonly agents: string;
  readonly runners: string;
  readonly ms: number;
  readonly cycles: number;
  readonly usd: number;
}

/** Of many earlier runs the newest say most. */
const MAX_RUNS = 20;

/** What a run that has just been created may take; nothing where no earlier one tells. */
export async function estimateRun(store: Store, run: string): Promise<Estimate | undefined> {
  const turn = await openTurn(store, run, () => undefined);
  const { workflow, settings } = turn.state;
  const { runners } = await readPinned(turn);
  const samples: Sample[] = [];
  for (const journal of await completedJournals(store)) {
    const sample = await sampleOf(store, journal.slice('runs/'.length), workflow.name, settings.tier);
    if (sample !== undefined) samples.push(sample);
    if (samples.length === MAX_RUNS) break;
  }
  return estimateFrom(samples, { workflow: workflow.name, runners });
}

/** From runs that were played by the same agents' programs; else from those with the same kinds of runners. */
export function estimateFrom(
  samples: readonly Sample[],
  { workflow, runners }: { readonly workflow: string; readonly runners: Readonly<Record<string, RunnerChoice>> },
): Estimate | undefined {
  const same = samples.filter(({ agents }) => agents === agentsKey(runners));
  const used = same.length > 0 ? same : samples.filter((sample) => sample.runners === runnersKey(runners));
  if (used.length === 0) return undefined;
  const priced = used.filter(({ usd }) => usd > 0);
  return {
    workflow,
    runs: used.length,
    match: same.length > 0 ? 'agents' : 'runners',
    runners: namesOf(runners),
    ms: rangeOf(used.map(({ ms }) => ms)),
    cycles: rangeOf(used.map(({ cycles }) => cycles)),
    usd: priced.length === 0 ? undefined : rangeOf(priced.map(({ usd }) => usd)),
    usdRuns: priced.length,
  };
}

/** Journals of completed runs, those that ended last first. One that cannot be read tells nothing. */
async function completedJournals(store: Store): Promise<readonly JournalName[]> {
  const journals = [...(await store.heads('runs')).keys()];
  const lasts = await Promise.all(journals.map((journal) => store.last(journal).catch(ignoreUnreadable)));
  return journals
    .map((journal, at) => ({ journal, last: lasts[at]?.event }))
    .filter(({ last }) => last?.type === 'run.completed')
    .sort((a, b) => ((a.last?.at ?? '') < (b.last?.at ?? '') ? 1 : -1))
    .map(({ journal }) => journal);
}

async function sampleOf(
  store: Store,
  run: string,
  workflow: string,
  tier: string | undefined,
): Promise<Sample | undefined> {
  try {
    const turn = await openTurn(store, run, () => undefined);
    const { state } = turn;
    const isAlike = state.workflow.name === workflow && state.settings.tier === tier;
    // A run in which there was nothing to do says nothing of one in which there is.
    if (!isAlike || state.spending.ms === 0 || confirmation(state) !== undefined) return undefined;
    const { runners } = await readPinned(turn);
    const events = (await readRun(store, run)).map(({ event }) => event);
    const start = state.workflow.cycle ?? state.workflow.start;
    return {
      agents: agentsKey(runners),
      runners: runnersKey(runners),
      ms: activeMs(events),
      cycles: cyclesIn(events, start),
      usd: state.spending.usd,
    };
  } catch (error) {
    return ignoreUnreadable(error);
  }
}

/** How long something was done in a run: not while it waited for a person, was parked, or its process was gone. */
export function activeMs(events: readonly Pick<JournalEvent, 'type' | 'at' | 'data'>[]): number {
  let total = 0;
  for (const [index, event] of events.entries()) {
    const before = events[index - 1];
    if (before === undefined || before.type === 'ask.opened' || before.type === 'run.parked') continue;
    const wasGone = event.type === 'run.resumed' || (event.type === 'session.ended' && event.data.ended === 'lost');
    if (!wasGone) total += Math.max(0, Date.parse(event.at) - Date.parse(before.at) || 0);
  }
  return total;
}

/** Cycles in which more was done than to see that nothing is left. */
function cyclesIn(events: readonly JournalEvent[], start: string): number {
  const completed = events.filter(({ type }) => type === 'phase.completed');
  const cycles = completed.filter(({ phase }) => phase !== start).map(({ cycle = 1 }) => cycle);
  return Math.max(1, new Set(cycles).size);
}

function rangeOf(amounts: readonly number[]): Range {
  const sorted = [...amounts].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? 0;
  const middle = (sorted.length - 1) / 2;
  return { low: at(0), median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, high: at(sorted.length - 1) };
}

/** Which programs play, with which models. */
function agentsKey(runners: Readonly<Record<string, RunnerChoice>>): string {
  const choices = Object.values(runners).map(({ runner, command, model }) => JSON.stringify([runner, command, model]));
  return [...new Set(choices)].sort().join(' ');
}

function runnersKey(runners: Readonly<Record<string, RunnerChoice>>): string {
  return namesOf(runners).join(' ');
}

function namesOf(runners: Readonly<Record<string, RunnerChoice>>): string[] {
  return [...new Set(Object.values(runners).map(({ runner }) => runner))].sort();
}

function ignoreUnreadable(error: unknown): undefined {
  if (!isBatonError(error)) throw error;
  return undefined;
}
