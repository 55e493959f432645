import { domainZeroEventSchema } from '../handoff/dialects/domain-zero.ts';
import type { LoggedHandoff, ProjectState } from '../handoff/dialects/domain-zero-state.ts';
import type { Entry } from '../store/store.ts';
import { openFindings } from '../workflow/findings.ts';
import { fold } from '../workflow/machine.ts';
import type { RunState } from '../workflow/state.ts';
import { handoffLog } from './handoff-log.ts';

/** The state of a project as Domain Zero keeps it, from the journals of its runs. The same journals give the same text. */
export function projectState(runs: readonly (readonly Entry[])[]): ProjectState {
  const told = runs.map((entries) => {
    return { entries, state: fold(entries.map(({ event }) => event)), handoffs: handoffLog(entries) };
  });
  const handoffs = told.flatMap((one) => one.handoffs).sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  const isOfTheFour = (handoff: LoggedHandoff) => domainZeroEventSchema.safeParse(handoff).success;
  return {
    made_by: 'baton',
    ...figuresOf(told.map(({ state }) => state)),
    updated:
      told
        .map(({ entries }) => entries.at(-1)?.event.at ?? '')
        .sort()
        .at(-1) ?? null,
    features: told.map((one) => featureOf(one.state, one.handoffs)),
    findings: told.flatMap((one) => findingsOf(one.state, one.entries)),
    handoffs: handoffs.filter(isOfTheFour) as ProjectState['handoffs'],
    other_handoffs: handoffs.filter((handoff) => !isOfTheFour(handoff)),
  };
}

/** What an ended run left open stays open. */
function figuresOf(states: readonly RunState[]) {
  const active = states.filter(({ ended }) => ended === undefined);
  const open = states.flatMap(({ knowledge }) => openFindings(knowledge));
  return {
    status: active.length > 0 ? ('ACTIVE' as const) : ('IDLE' as const),
    active_features: active.length,
    pending_reviews: active.filter(waitsForReview).length,
    open_security_issues: open.length,
  };
}

/** Triggers that ask for a review. */
const ASKS_FOR_REVIEW = ['@user-review', '@security-review', '@re-review', '@security-ux-review', '@brief-security'];

function waitsForReview({ candidate, knowledge }: RunState): boolean {
  const trigger = (candidate?.raised ?? knowledge.handoff)?.trigger;
  return trigger !== undefined && ASKS_FOR_REVIEW.includes(trigger);
}

const FEATURE_STATUS = { completed: 'COMPLETE', aborted: 'ABORTED', failed: 'FAILED' } as const;

function featureOf(state: RunState, handoffs: readonly LoggedHandoff[]): ProjectState['features'][number] {
  const { run, request, branch, settings, ended, knowledge } = state;
  return {
    name: run,
    description: request,
    branch,
    tier: settings.tier ?? null,
    status: ended === undefined ? 'ACTIVE' : FEATURE_STATUS[ended],
    security_reviewed: ended === 'completed' && handoffs.at(-1)?.trigger === '@approved',
    reviews_passed_over: [...knowledge.passedOver],
  };
}

function findingsOf({ run, knowledge }: RunState, entries: readonly Entry[]): ProjectState['findings'] {
  return knowledge.findings.map((finding) => ({
    feature: run,
    ...finding,
    verification_criteria: criteriaOf(finding.sec_id, entries),
  }));
}

/** By what the fix of a finding is verified, as it was said when the finding was last opened. */
function criteriaOf(id: string, entries: readonly Entry[]): string[] {
  const opened = entries.findLast(({ event }) => {
    return event.type === 'finding.opened' && (event.data.finding as { sec_id?: unknown }).sec_id === id;
  });
  return (opened?.event.data.criteria ?? []) as string[];
}
