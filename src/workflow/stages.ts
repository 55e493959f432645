import type { RunEventType } from './event-data.ts';
import type { Stage } from './state.ts';

/** One way out of a stage: the event that leads there, and what decides between several. */
export interface Way {
  readonly on: RunEventType;
  readonly to: Stage;
  readonly when?: string;
}

/** The stages of a phase as data, for people to look at: what is due in each and how it is left. Tests hold it to the machine. */
export const STAGES: Readonly<Record<Stage, { readonly due: string; readonly ways: readonly Way[] }>> = {
  baseline: {
    due: 'prove the tree the run starts from',
    ways: [
      { on: 'baseline.recorded', to: 'ready' },
      { on: 'baseline.recorded', to: 'closing', when: 'the list was done before' },
      { on: 'baseline.recorded', to: 'asking', when: "a person's commits fail, or a person was asked before" },
    ],
  },
  ready: {
    due: 'brief the agent and play a session',
    ways: [
      { on: 'session.started', to: 'playing' },
      { on: 'budget.exceeded', to: 'asking' },
    ],
  },
  playing: {
    due: 'nothing was heard of the end of a session: it is lost',
    ways: [
      { on: 'session.ended', to: 'judging', when: 'done' },
      { on: 'session.ended', to: 'ready', when: 'to be played again' },
      { on: 'session.ended', to: 'asking', when: 'blocked, or nothing left to try' },
      { on: 'session.ended', to: 'dropped', when: 'the last attempt of a phase that may be given up' },
      { on: 'session.ended', to: 'settled', when: 'done, and the phase has no gate' },
    ],
  },
  judging: {
    due: 'judge the candidate by the gates that are left. Where an earlier phase has to be done again, the run goes back',
    ways: [
      { on: 'gate.passed', to: 'settled', when: 'the last gate' },
      { on: 'gate.passed', to: 'asking', when: 'the last gate, and a person must approve' },
      { on: 'trigger.raised', to: 'settled', when: 'the last gate' },
      { on: 'trigger.raised', to: 'asking', when: 'a person must approve, or answer an escalation' },
      { on: 'trigger.raised', to: 'ready', when: 'an agent escalates to another phase' },
      { on: 'gate.refused', to: 'ready', when: 'attempts are left' },
      { on: 'gate.refused', to: 'asking', when: 'no attempt is left' },
      { on: 'gate.refused', to: 'dropped', when: 'no attempt is left, and the work may be given up' },
      { on: 'session.ended', to: 'ready', when: 'the candidate is not here' },
    ],
  },
  asking: {
    due: 'open the ask',
    ways: [{ on: 'ask.opened', to: 'waiting' }],
  },
  waiting: {
    due: 'nothing: a person has to answer. A decision to go back or to abort is carried out',
    ways: [
      { on: 'ask.answered', to: 'settled', when: 'approved' },
      { on: 'ask.answered', to: 'judging', when: 'approved, and it counts as another trigger now' },
      { on: 'ask.answered', to: 'ready', when: 'rejected, answered, or try again' },
      { on: 'ask.answered', to: 'asking', when: 'rejected, and no attempt is left' },
      { on: 'ask.answered', to: 'dropped', when: 'rejected, and the work may be given up' },
      { on: 'ask.answered', to: 'closing', when: 'prove the last tree again, or there is nothing to do' },
      { on: 'ask.answered', to: 'baseline', when: 'prove the baseline again' },
    ],
  },
  settled: {
    due: 'make the phase commit',
    ways: [
      { on: 'phase.completed', to: 'ready', when: 'the next phase' },
      { on: 'phase.completed', to: 'closing', when: 'end' },
      { on: 'phase.completed', to: 'asking', when: 'ask, too many cycles or visits, or nothing was done' },
      { on: 'session.ended', to: 'ready', when: 'the candidate is not here' },
      { on: 'run.resumed', to: 'asking', when: 'other settings want an approval' },
    ],
  },
  dropped: {
    due: 'make the phase commit with the files of the base',
    ways: [
      { on: 'phase.completed', to: 'ready', when: 'the next phase' },
      { on: 'phase.completed', to: 'closing', when: 'end' },
      { on: 'phase.completed', to: 'asking', when: 'ask, too many cycles or visits, or nothing was done' },
    ],
  },
  closing: {
    due: 'prove the last tree',
    ways: [
      { on: 'run.completed', to: 'ended' },
      { on: 'gate.refused', to: 'asking', when: 'the last proof is not green' },
    ],
  },
  ended: { due: 'nothing, ever', ways: [] },
};

/** What people and mishaps do to a run in any stage but the last. */
export const FROM_ANYWHERE: readonly Way[] = [
  { on: 'person.committed', to: 'baseline' },
  { on: 'phase.rolled_back', to: 'ready' },
  { on: 'phase.rolled_back', to: 'closing', when: 'that commit had ended the list' },
  { on: 'phase.rolled_back', to: 'asking', when: 'that commit had led to a person' },
  { on: 'run.aborted', to: 'ended' },
  { on: 'run.failed', to: 'ended' },
];
