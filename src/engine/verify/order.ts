import type { JournalEvent } from '../../workflow/event.ts';
import { EVENT_TYPES, EVENT_VERSION } from '../../workflow/event.ts';
import { RULES } from '../../workflow/event-data.ts';
import { NOTHING_TO_DO } from '../../workflow/list-progress.ts';
import type { RunState } from '../../workflow/state.ts';
import { phaseOf } from '../../workflow/workflow.ts';
import { gateName } from '../../workflow/workflow-schema.ts';
import { type Findings, placeOf, tellAt } from './findings.ts';
import type { Step } from './past.ts';

/** Whether this Baton knows what an event means. */
export function isKnown({ v, type, data }: JournalEvent): boolean {
  if (type === 'run.started' && Number(data.rules) > RULES) return false;
  return v <= EVENT_VERSION && (EVENT_TYPES as readonly string[]).includes(type);
}

/**
 * Holds every event to the rules of the machine, and gives the steps that keep them. One that breaks them changes
 * nothing, for a run that goes on as well: whoever wrote it meant to make believe. Those that follow from it are counted.
 */
export function checkOrder(steps: readonly Step[], findings: Findings): readonly Step[] {
  const fitting: Step[] = [];
  for (let at = 0; at < steps.length; ) {
    const step = steps[at] as Step;
    const why = whyItDoesNotFit(step);
    if (why === undefined) {
      fitting.push(step);
      at += 1;
      continue;
    }
    let behind = at + 1;
    while (behind < steps.length && whyItDoesNotFit(steps[behind] as Step) !== undefined) behind += 1;
    const more = behind - at - 1;
    const follow = more === 0 ? '' : ` ${more === 1 ? 'The event' : `The ${more} events`} behind it do not fit either.`;
    tellAt(placeOf(step.entry), findings).problem(`${why}${follow}`);
    at = behind;
  }
  return fitting;
}

/** What an event breaks, as a sentence; nothing if it fits. */
function whyItDoesNotFit({ entry: { event }, moment: { state }, after }: Step): string | undefined {
  if (state.ended !== undefined) return `the run had ended (${state.ended}): nothing can happen behind that.`;
  if (after.unknown !== undefined && state.unknown === undefined) return 'its data are not what such an event holds.';
  if (!ALWAYS.has(event.type) && isUnchanged(state, after)) return whyIgnored(event, state);
  return misplaced(event, state);
}

/** Events that fit whenever a run has not ended; some change nothing. */
const ALWAYS: ReadonlySet<string> = new Set([
  'run.parked',
  'run.resumed',
  ...EVENT_TYPES.filter((type) => /^(?:handoff|suspicion|redaction)\./.test(type)),
]);

/** The machine gives back what it was given where an event does not fit. */
function isUnchanged(before: RunState, after: RunState): boolean {
  const keys = Object.keys(after) as (keyof RunState)[];
  return keys.every((key) => key === 'seq' || before[key] === after[key]);
}

/** Baton writes where in the run an event happened; the machine goes by its own count, people and notes by this. */
function misplaced(event: JournalEvent, state: RunState): string | undefined {
  const { phase, cycle, attempt } = state.milestones.length > 0 ? state : {};
  if (event.phase === phase && event.cycle === cycle && event.attempt === attempt) return undefined;
  return `it says it happened in ${said(event)}, but the run was in ${said({ phase, cycle, attempt })}.`;
}

function said({ phase, cycle, attempt }: Pick<JournalEvent, 'phase' | 'cycle' | 'attempt'>): string {
  return phase === undefined ? 'no phase' : `${phase} of cycle ${cycle ?? '?'}, attempt ${attempt ?? '?'}`;
}

function whyIgnored({ type, data }: JournalEvent, state: RunState): string {
  const { stage, ask, candidate } = state;
  switch (type) {
    case 'phase.completed':
      return `the phase cannot be completed here: ${whyNotComplete(state, data.tree)}.`;
    case 'gate.passed':
    case 'trigger.raised':
    case 'gate.refused':
      if (candidate === undefined || stage !== 'judging') return `there was no candidate to judge (${stage}).`;
      return `it judges the tree ${String(data.tree)}, but the candidate was ${String(candidate.tree)}.`;
    case 'ask.answered':
      return ask === undefined
        ? `nothing was asked then: ${String(data.ask)} was answered before, or is void.`
        : `what was asked then was ${ask.id} (${ask.kind}), and this answers something else.`;
    case 'phase.rolled_back':
      return 'it goes back to a commit that is none of the run, or to other files than that commit has.';
    case 'run.completed':
      if (state.need?.reason !== NOTHING_TO_DO) break;
      return 'the run completed no item of its list, and no person confirmed that there was nothing to do.';
    case 'baseline.recorded':
      return 'no baseline was wanted then, or it is one of other files.';
  }
  return `it does not follow from the events before it (the run was ${stage}).`;
}

function whyNotComplete({ workflow, phase, candidate, stage }: RunState, tree: unknown): string {
  if (stage === 'dropped') return 'its work was given up, which the event does not say';
  if (candidate?.tree === undefined) return 'no session of it has left a candidate';
  const missing = phaseOf(workflow, phase)
    .gates.map(gateName)
    .filter((gate) => !candidate.passed.includes(gate));
  if (missing.length > 0) return `its candidate has not passed ${missing.join(', ')}`;
  if (stage === 'asking' || stage === 'waiting') return 'an approval was wanted and not given';
  return `the tree that passed its gates is ${candidate.tree}, not ${String(tree)}`;
}
