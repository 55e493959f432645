import { type Command, next } from '../../src/workflow/command.ts';
import type { JournalEvent } from '../../src/workflow/event.ts';
import { step } from '../../src/workflow/machine.ts';
import type { RunState } from '../../src/workflow/state.ts';
import { phaseOf } from '../../src/workflow/workflow.ts';
import type { Step } from './explore.ts';
import { HANDOFF } from './moves-due.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';

/** A machine with one mistake, and the scenario that should show it. */
export interface Mutant {
  readonly name: string;
  readonly scenario: Scenario;
  readonly machine: Step;
}

/** Runs in which nobody acts unasked: a mistake that needs none of that is found sooner. */
const quiet = (scenario: Scenario): Scenario => ({ ...scenario, acts: 0 });
const tdd = quiet(SCENARIOS.tdd);
const errand = quiet(SCENARIOS.errand);
const strict = quiet(SCENARIOS.tddStrict);
const desk = quiet(SCENARIOS.desk);
const note = quiet(SCENARIOS.note);
const house = quiet(SCENARIOS.house);
const aid = quiet(SCENARIOS.aid);
/** The same, but for work that may be given up. */
const kept: Scenario = {
  ...note,
  workflow: { ...note.workflow, phases: { note: { ...phaseOf(note.workflow, 'note'), exhausted: 'keep' } } },
};

/** Mistakes somebody could make in `step`. Each breaks one rule; the checker must find every one. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'takes a phase as passed while its last gate is missing',
    scenario: tdd,
    machine: ending((_, event, after) => {
      const { candidate, workflow, phase } = after;
      const isLast = candidate?.passed.length === phaseOf(workflow, phase).gates.length - 1;
      return event.type === 'gate.passed' && after.stage === 'judging' && isLast ? at(after, 'settled') : after;
    }),
  },
  {
    name: 'believes a verdict on another tree',
    scenario: tdd,
    machine: hearing((state, event) =>
      event.type === 'gate.passed' ? withData(event, { tree: state.candidate?.tree ?? '' }) : event,
    ),
  },
  {
    name: 'forgets that an agent wants a review',
    scenario: note,
    machine: hearing((_, event) =>
      event.data.status === 'needs_review' ? withData(event, { status: 'complete' }) : event,
    ),
  },
  {
    name: 'asks for no approval in the last attempt',
    scenario: strict,
    machine: ending((_, __, after) =>
      after.need?.kind === 'approval' && after.stage === 'asking' && after.allowed - after.spent === 1
        ? { ...at(after, 'settled'), need: undefined }
        : after,
    ),
  },
  {
    name: 'does not compare which ask is answered',
    scenario: tdd,
    machine: hearing((state, event) =>
      event.type === 'ask.answered' ? withData(event, { ask: state.ask?.id ?? '' }) : event,
    ),
  },
  {
    name: 'takes any answer for the answer to an approval',
    scenario: note,
    machine: hearing((state, event) =>
      event.type === 'ask.answered' && state.ask?.kind === 'approval'
        ? withData(event, { answer: { kind: 'approval', approved: true } })
        : event,
    ),
  },
  {
    name: 'leaves a decision standing after it was carried out',
    scenario: SCENARIOS.tdd,
    machine: ending((before, event, after) =>
      event.type === 'phase.rolled_back' && after.base !== before.base
        ? { ...after, decision: before.decision }
        : after,
    ),
  },
  {
    name: 'sends back for ever',
    scenario: tdd,
    machine: ending((_, __, after) => (after.sentBack === 0 ? after : { ...after, sentBack: 0 })),
  },
  {
    name: 'hears the end of an earlier session',
    scenario: tdd,
    machine: hearing((state, event) =>
      event.type === 'session.ended' && state.stage === 'playing'
        ? withData(event, { session: state.candidate?.session ?? '' })
        : event,
    ),
  },
  {
    name: 'does not count a refusal',
    scenario: tdd,
    machine: ending((before, event, after) =>
      event.type === 'gate.refused' && after.stage === 'ready' ? { ...after, spent: before.spent } : after,
    ),
  },
  {
    name: 'counts a session lost to a crash as an attempt',
    scenario: tdd,
    machine: ending((before, event, after) =>
      event.data.ended === 'lost' && before.stage === 'playing' && after.stage === 'ready'
        ? { ...after, spent: Math.min(after.spent + 1, after.allowed - 1) }
        : after,
    ),
  },
  {
    name: 'counts an attempt too few when a person allows more',
    scenario: tdd,
    machine: ending((before, event, after) =>
      event.type === 'ask.answered' && after.allowed > before.allowed
        ? { ...after, allowed: after.allowed - 1 }
        : after,
    ),
  },
  {
    name: 'gives up work that must not be given up',
    scenario: tdd,
    machine: ending((_, __, after) =>
      after.need?.reason === 'attempts' && after.stage === 'asking'
        ? { ...at(after, 'dropped'), need: undefined }
        : after,
    ),
  },
  {
    name: 'does not go on after work that was given up',
    scenario: kept,
    machine: ending((before, event, after) =>
      event.type === 'phase.completed' && before.stage === 'dropped' ? { ...before, seq: after.seq } : after,
    ),
  },
  {
    name: 'has nothing to ask once attempts are used up',
    scenario: tdd,
    machine: ending((_, __, after) => (after.need?.reason === 'attempts' ? { ...after, need: undefined } : after)),
  },
  {
    name: "lets a person's commit revive a finished run",
    scenario: tdd,
    machine: (before, event) =>
      step(event.type === 'person.committed' ? { ...before, ended: undefined } : before, event),
  },
  {
    name: 'forgets the budget',
    scenario: note,
    machine: commanding((_, commands) =>
      commands.map((command) => (command.kind === 'exceed_budget' ? { kind: 'play', waitMs: 0 } : command)),
    ),
  },
  {
    name: 'grants no more budget when a person says so',
    scenario: note,
    machine: ending((before, _, after) => ({ ...after, budgets: before.budgets })),
  },
  {
    name: 'counts for a phase what was used in another',
    scenario: strict,
    machine: ending((before, _, after) =>
      after.phase === before.phase ? after : { ...after, phaseSpending: before.phaseSpending },
    ),
  },
  {
    name: 'grants a phase what was granted to another',
    scenario: strict,
    machine: ending((before, _, after) =>
      after.phase === before.phase ? after : { ...after, budgets: before.budgets },
    ),
  },
  {
    name: 'counts a session lost to a crash among the attempts of the run',
    scenario: note,
    machine: ending((before, event, after) =>
      event.data.ended === 'lost' && before.stage === 'playing'
        ? { ...after, attemptsMade: after.attemptsMade + 1 }
        : after,
    ),
  },
  {
    name: 'does not count failures among the attempts of the run',
    scenario: note,
    machine: ending((before, event, after) =>
      event.data.ended === 'failed' ? { ...after, attemptsMade: before.attemptsMade } : after,
    ),
  },
  {
    name: 'begins a cycle without counting it',
    scenario: desk,
    machine: ending((before, event, after) =>
      event.type === 'phase.completed' ? { ...after, cycle: before.cycle } : after,
    ),
  },
  {
    name: 'allows a cycle too many',
    scenario: desk,
    machine: ending((_, __, after) =>
      after.need?.reason === 'cycles' && after.stage === 'asking' ? { ...at(after, 'ready'), need: undefined } : after,
    ),
  },
  {
    name: 'forgets the bound on visits',
    scenario: desk,
    machine: ending((_, __, after) =>
      after.need?.reason === 'visits' && after.stage === 'asking' ? { ...at(after, 'ready'), need: undefined } : after,
    ),
  },
  {
    name: 'plays on while a service fails for ever',
    scenario: note,
    machine: ending((_, __, after) =>
      after.need?.reason === 'service' ? { ...at(after, 'ready'), need: undefined } : after,
    ),
  },
  {
    name: "keeps what was settled when a person's commit comes",
    scenario: SCENARIOS.tdd,
    machine: ending((before, event, after) =>
      event.type === 'person.committed' && before.stage === 'settled'
        ? { ...at(after, 'settled'), candidate: before.candidate }
        : after,
    ),
  },
  {
    name: 'takes a phase that is visited again for the one completed before',
    scenario: SCENARIOS.desk,
    machine: (before, event) => {
      const last = before.milestones.at(-1);
      const isProof = before.stage === 'baseline' && event.data.tree === before.base.tree;
      const isOver = before.isOver || (isProof && last?.phase === before.phase);
      return step(event.type === 'baseline.recorded' ? { ...before, isOver } : before, event);
    },
  },
  {
    name: 'lets work that was refused pass for work that is given up',
    scenario: kept,
    machine: hearing((state, event) =>
      event.type === 'phase.completed' && state.stage === 'dropped' ? withData(event, { dropped: true }) : event,
    ),
  },
  {
    name: 'moves while it is parked',
    scenario: tdd,
    machine: commanding((state) => next({ ...state, parked: undefined })),
  },
  {
    name: 'passes over events it does not know',
    scenario: tdd,
    machine: ending((before, _, after) => ({ ...after, unknown: before.unknown })),
  },
  {
    name: 'lets a run be completed from anywhere',
    scenario: tdd,
    machine: ending((before, event, after) =>
      event.type === 'run.completed' && before.ended === undefined
        ? { ...at(after, 'ended'), ended: 'completed' }
        : after,
    ),
  },
  {
    name: 'completes a run in which nothing was done',
    scenario: errand,
    machine: ending((_, __, after) =>
      after.need?.reason === 'nothing_to_do' ? { ...at(after, 'closing'), need: undefined } : after,
    ),
  },
  {
    name: 'takes what was done before the run for its own work',
    scenario: errand,
    machine: ending((_, __, after) => {
      const completedTests = after.knowledge.list.items.filter(({ done }) => done);
      const isNew = completedTests.length > after.knowledge.completedTests.length;
      return isNew ? { ...after, knowledge: { ...after.knowledge, completedTests } } : after;
    }),
  },
  {
    name: 'takes a no for the confirmation that there was nothing to do',
    scenario: errand,
    machine: hearing((state, event) =>
      event.type === 'ask.answered' && state.need?.reason === 'nothing_to_do'
        ? withData(event, { answer: { kind: 'approval', approved: true } })
        : event,
    ),
  },
  {
    name: 'keeps a confirmation for files that a person has changed since',
    scenario: SCENARIOS.errand,
    machine: ending((before, event, after) =>
      event.type === 'person.committed' && before.confirmed !== undefined && after.base !== before.base
        ? { ...after, confirmed: { ...before.confirmed, commit: after.base.commit } }
        : after,
    ),
  },
  {
    name: 'remembers tests as completed whose work was rolled back',
    scenario: SCENARIOS.errand,
    machine: ending((before, event, after) =>
      event.type === 'phase.rolled_back' && after.base !== before.base
        ? { ...after, knowledge: { ...after.knowledge, completedTests: before.knowledge.completedTests } }
        : after,
    ),
  },
  {
    name: 'takes the claim that an item is implemented already for a failing test',
    scenario: tdd,
    machine: ending((_, event, after) =>
      event.data.blocked_reason === 'already_implemented' && after.candidate !== undefined
        ? { ...after, candidate: { ...after.candidate, saysImplemented: false } }
        : after,
    ),
  },
  {
    name: 'counts it as an attempt that an item is implemented already',
    scenario: tdd,
    machine: ending((before, event, after) =>
      event.type === 'gate.refused' && after.need?.reason === 'already_implemented'
        ? { ...after, spent: before.spent + 1 }
        : after,
    ),
  },
  {
    name: 'tries again where a person skips and there is nothing to skip',
    scenario: SCENARIOS.tdd,
    machine: hearing((state, event) => {
      const answer = event.data.answer as { readonly choice?: string } | undefined;
      const isIdle = answer?.choice === 'skip' && state.knowledge.item === undefined;
      return isIdle ? withData(event, { answer: { kind: 'decision', choice: 'retry' } }) : event;
    }),
  },
  {
    name: 'lets an agent claim that the list is done',
    scenario: tdd,
    machine: ending((_, event, after) =>
      event.data.trigger === 'done' && after.candidate !== undefined
        ? { ...after, candidate: { ...after.candidate, outcome: 'done' } }
        : after,
    ),
  },
  {
    name: 'lets a trigger through like any other gate',
    scenario: house,
    machine: hearing((state, event) =>
      event.type === 'gate.passed' && event.data.gate === 'handoff' && state.candidate?.outcome.startsWith('@') === true
        ? { ...event, type: 'trigger.raised', data: { ...HANDOFF, ...event.data, trigger: state.candidate.outcome } }
        : event,
    ),
  },
  {
    name: 'believes a trigger that the agent did not claim',
    scenario: house,
    machine: hearing((state, event) =>
      event.type === 'trigger.raised' ? withData(event, { trigger: state.candidate?.outcome ?? '' }) : event,
    ),
  },
  {
    name: 'asks nobody about an outcome that a person approves',
    scenario: house,
    machine: ending((_, event, after) =>
      event.type === 'trigger.raised' && after.need?.kind === 'approval'
        ? { ...at(after, 'settled'), need: undefined }
        : after,
    ),
  },
  {
    name: 'asks nobody about protected files',
    scenario: house,
    machine: hearing((_, event) => withData(event, { needs_approval: undefined })),
  },
  {
    name: 'does not have the trigger let through that an approved one counts as',
    scenario: house,
    machine: ending((before, event, after) =>
      event.type === 'ask.answered' && after.stage === 'judging' && after.candidate !== undefined
        ? { ...at(after, 'settled'), candidate: { ...after.candidate, passed: before.candidate?.passed ?? [] } }
        : after,
    ),
  },
  {
    name: 'takes the work of an agent that escalates for done',
    scenario: house,
    machine: ending((before, event, after) =>
      event.data.trigger === '@escalate' && event.type === 'trigger.raised' && after.phase !== before.phase
        ? { ...after, base: { ...after.base, tree: before.candidate?.tree ?? '' } }
        : after,
    ),
  },
  {
    name: 'forgets who was stopped',
    scenario: house,
    machine: ending((_, __, after) => ({ ...after, interrupted: undefined })),
  },
  {
    name: 'goes back to who was stopped last',
    scenario: aid,
    machine: ending((before, event, after) =>
      event.data.status === 'blocked' && after.interrupted !== undefined && after.phase !== before.phase
        ? { ...after, interrupted: before.phase }
        : after,
    ),
  },
  {
    name: 'never forgets who was stopped',
    scenario: aid,
    machine: ending((before, _, after) => ({ ...after, interrupted: after.interrupted ?? before.interrupted })),
  },
  {
    name: 'passes a phase over without keeping it in mind',
    scenario: house,
    machine: ending((before, _, after) => ({
      ...after,
      knowledge: { ...after.knowledge, passedOver: before.knowledge.passedOver },
    })),
  },
  {
    name: 'passes over every phase that can be',
    scenario: house,
    machine: hearing((_, event) => {
      const answer = event.data.answer as { readonly kind?: string; readonly approved?: boolean } | undefined;
      const isYes = answer?.kind === 'approval' && answer.approved === true;
      return isYes ? withData(event, { answer: { ...answer, skip: { reason: 'always' } } }) : event;
    }),
  },
  {
    name: 'keeps what work found that was refused',
    scenario: house,
    machine: ending((before, event, after) =>
      event.type === 'gate.refused' || event.type === 'session.ended' || event.type === 'ask.answered'
        ? { ...after, knowledge: { ...after.knowledge, findings: before.knowledge.findings } }
        : after,
    ),
  },
  {
    name: 'asks for no approval that a phase always wants',
    scenario: aid,
    machine: (before, event) => {
      const { work, ...others } = before.workflow.phases;
      const phases = { ...others, work: { ...(work ?? phaseOf(before.workflow, 'work')), approval: false } };
      const { state } = step({ ...before, workflow: { ...before.workflow, phases } }, event);
      const after = { ...state, workflow: before.workflow };
      return { state: after, commands: next(after) };
    },
  },
  {
    name: 'looks reasons up as properties',
    scenario: tdd,
    machine: (before, event) => {
      const reason = String(event.data.blocked_reason ?? '');
      if (before.stage === 'playing' && reason in {}) phaseOf(before.workflow, reason);
      return step(before, event);
    },
  },
  {
    name: 'changes the state it was given',
    scenario: tdd,
    machine: (before, event) => {
      if (event.type === 'session.started') Object.assign(before, { attempt: before.attempt + 1 });
      return step(before, event);
    },
  },
  {
    name: 'gives something else every time',
    scenario: tdd,
    machine: forgetful(),
  },
];

/** The machine with its state changed after every event. */
function ending(change: (before: RunState, event: JournalEvent, after: RunState) => RunState): Step {
  return (before, event) => {
    const state = change(before, event, step(before, event).state);
    return { state, commands: next(state) };
  };
}

/** The machine, told something else than what happened. */
function hearing(change: (state: RunState, event: JournalEvent) => JournalEvent): Step {
  return (state, event) => step(state, change(state, event));
}

function commanding(change: (state: RunState, commands: readonly Command[]) => readonly Command[]): Step {
  return (before, event) => {
    const { state, commands } = step(before, event);
    return { state, commands: change(state, commands) };
  };
}

/** A machine with a memory of its own. */
function forgetful(): Step {
  let calls = 0;
  return (before, event) => {
    const { state } = step(before, event);
    return { state, commands: ++calls % 2 === 0 ? [] : next(state) };
  };
}

function at(state: RunState, stage: RunState['stage']): RunState {
  return { ...state, stage };
}

function withData(event: JournalEvent, data: JournalEvent['data']): JournalEvent {
  return { ...event, data: { ...event.data, ...data } };
}
