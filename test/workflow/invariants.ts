import { next } from '../../src/workflow/command.ts';
import type { RunState } from '../../src/workflow/state.ts';
import { phaseOf } from '../../src/workflow/workflow.ts';
import { gateName } from '../../src/workflow/workflow-schema.ts';

/** Why nothing is due, or that something is: a run always stands in exactly one of these ways. */
export type Standing = 'unknown' | 'ended' | 'parked' | 'waiting' | 'due';

export function standingOf(state: RunState): Standing {
  if (state.unknown !== undefined) return 'unknown';
  if (state.ended !== undefined) return 'ended';
  if (state.parked !== undefined) return 'parked';
  return state.ask !== undefined ? 'waiting' : 'due';
}

/** Fails with the names of all that should hold in every state and does not hold in this one. */
export function expectSound(state: RunState): void {
  const broken = Object.entries(INVARIANTS).filter(([, holds]) => !holds(state));
  if (broken.length === 0) return;
  throw new Error(`${broken.map(([name]) => name).join('; ')}: ${JSON.stringify({ ...state, workflow: 0 })}`);
}

const INVARIANTS: Readonly<Record<string, (state: RunState) => boolean>> = {
  'one thing is due, or somebody else must act': (state) =>
    next(state).length === (standingOf(state) === 'due' ? 1 : 0),
  'ended is a stage': ({ stage, ended }) => (stage === 'ended') === (ended !== undefined),
  'who waits has asked or decided': ({ stage, ask, decision }) =>
    (stage === 'waiting') === (ask !== undefined || (decision !== undefined && decision.sentBack === undefined)),
  'who asks knows what': ({ stage, need }) => stage !== 'asking' || need !== undefined,
  'who plays has a session': ({ stage, candidate }) => stage !== 'playing' || candidate !== undefined,
  'no more is spent than is allowed': ({ spent, allowed }) => spent <= allowed,
  'nothing is settled that did not pass': isJudged,
  'counts begin at one': ({ cycle, attempt }) => cycle >= 1 && attempt >= 1,
  'what is kept is bounded': ({ learnt }) => learnt.length <= 10,
  'the phase is one of the workflow': ({ workflow, phase }) => Object.hasOwn(workflow.phases, phase),
};

/** Nothing is about to be committed that did not pass all gates of its phase and every approval it needs. */
function isJudged({ stage, candidate, workflow, phase, settings }: RunState): boolean {
  if (stage !== 'settled') return true;
  if (candidate?.tree === undefined) return false;
  const needsPerson = candidate.needsReview || settings.approvals.includes(phase);
  const passed = phaseOf(workflow, phase).gates.every((gate) => candidate.passed.includes(gateName(gate)));
  return passed && (candidate.approved || !needsPerson);
}
