// biome-ignore-all lint/suspicious/noThenProperty: a word of the language; nobody awaits a workflow.
import { describe, expect, it } from 'vitest';
import {
  answer,
  completePhase,
  decide,
  passGates,
  playPhase,
  playSession,
  playUntil,
  raisedBy,
  rollBack,
  startTale,
  type Tale,
} from '../../test/workflow/tale.ts';
import { gatesDue } from './gates-due.ts';
import { passable } from './moves.ts';
import { readWorkflow } from './workflow.ts';

const PHASE = { writes: 'anything', gates: ['scope', 'findings', 'handoff'], max_visits: 9, commit: 'feat' };

const WORKFLOW = readWorkflow({
  name: 'house',
  description: 'build, have it looked at, fix it',
  start: 'build',
  orchestrator: 'boss',
  escalate: 'desk',
  routing: { security_concern: 'advice', architecture_decision: 'advice' },
  phases: {
    build: {
      ...PHASE,
      agent: 'builder',
      on: { '@look': { approval: true, then: '@review' }, '@review': 'review' },
      blocked: { test_failures: 'ask' },
    },
    review: {
      ...PHASE,
      agent: 'reviewer',
      on: { '@fix': 'build', '@good': 'end' },
      otherwise: 'tidy',
    },
    tidy: { ...PHASE, agent: 'builder', on: { complete: 'end' } },
    advice: { ...PHASE, agent: 'adviser', on: { complete: 'back', '@advise': 'back' } },
    desk: { ...PHASE, agent: 'boss', on: { complete: 'back', '@brief': 'build' }, with_approval: ['CLAUDE.md'] },
  },
});

const FINDING = {
  sec_id: 'SEC-001',
  severity: 'HIGH' as const,
  category: 'secrets',
  description: 'The secret is in the code',
  location: 'auth.ts:3',
  recommendation: 'Read it from the environment',
};

function start(phase = 'build'): Tale {
  return playUntil(startTale({ workflow: WORKFLOW, settings: { attempts: 2 } }), phase);
}

/** A session that claims a trigger, let through by all gates. */
function raise(told: Tale, trigger: string): Tale {
  return passGates(playSession(told, { trigger, summary: `${trigger} it is` }));
}

function toReview(): Tale {
  return completePhase(raise(start(), '@review'));
}

describe('a trigger', () => {
  it('is a claim until the gate lets it through, and then says where the run goes [R003-05] [R003-54]', () => {
    const told = playSession(start(), { trigger: '@review' });
    passGates(told, {}, ['scope', 'findings']);
    expect(told.due).toEqual({ kind: 'judge', gates: ['handoff'] });
    told.tell('trigger.raised', { ...raisedBy(told, { tier_level: 'standard' }), filled: ['tier_level'] });
    completePhase(told);
    expect(told.state).toMatchObject({ phase: 'review', stage: 'ready' });
    expect(told.state.knowledge.handoff).toMatchObject({ trigger: '@review', to: 'review', filled: ['tier_level'] });
  });

  it('counts by its own event alone: another one that passes the gate changes nothing', () => {
    const told = playSession(start(), { trigger: '@review' });
    passGates(told, {}, ['scope', 'findings']);
    const { state } = told;
    const tree = state.candidate?.tree ?? '';
    told.tell('gate.passed', { gate: 'handoff', tree });
    told.tell('trigger.raised', { ...raisedBy(told), trigger: '@look' });
    told.tell('trigger.raised', { ...raisedBy(told), tree: 'another' });
    expect(told.state).toEqual({ ...state, seq: told.state.seq });
  });

  it('is not looked at where nobody judges it', () => {
    const plain = readWorkflow({
      name: 'plain',
      description: 'one phase',
      start: 'work',
      phases: { work: { agent: 'a', writes: 'anything', gates: ['scope'], on: { complete: 'end' }, commit: 'feat' } },
    });
    const told = playSession(playUntil(startTale({ workflow: plain }), 'work'), { trigger: '@end' });
    expect(completePhase(passGates(told)).due).toEqual({ kind: 'close_run' });
  });

  it('is forgotten when the phase it led to is over', () => {
    const told = toReview();
    expect(told.state.knowledge.handoff?.trigger).toBe('@review');
    answer(passGates(playSession(told, { trigger: '@fix', status: 'needs_review' })), {
      kind: 'approval',
      approved: true,
    });
    completePhase(told);
    expect(told.state.knowledge.handoff?.trigger).toBe('@fix');
  });
});

describe('an outcome that a person approves', () => {
  it('counts as another trigger then, which has to be let through as well', () => {
    const told = raise(start(), '@look');
    expect(told.state.need).toMatchObject({ kind: 'approval', reason: 'approval' });
    answer(told, { kind: 'approval', approved: true });
    expect(told.state.candidate).toMatchObject({ outcome: '@review', approved: true, passed: ['scope', 'findings'] });
    expect(gatesDue(told.state)).toEqual(['handoff']);
    passGates(told);
    expect(told.state).toMatchObject({ stage: 'settled', candidate: { raised: { trigger: '@review', to: 'review' } } });
    expect(completePhase(told).state.phase).toBe('review');
  });

  it('is tried again when the person says no', () => {
    const told = raise(start(), '@look');
    answer(told, { kind: 'approval', approved: false, reason: 'Not yet.' });
    expect(told.state).toMatchObject({ phase: 'build', attempt: 2, told: { hint: 'Not yet.' } });
  });

  it('passes over the phase that would follow, if the person says so; that is known to the end', () => {
    const told = raise(start(), '@look');
    expect(passable(told.state)).toBe('review');
    expect(told.state.need?.about).toContain('Then comes review, which you may pass over');
    answer(told, { kind: 'approval', approved: true, skip: { reason: 'Reviewed by hand' } });
    expect(told.due).toEqual({ kind: 'complete_phase', dropped: false });
    completePhase(told);
    expect(told.state.phase).toBe('tidy');
    expect(told.state.knowledge.passedOver).toEqual([{ phase: 'review', reason: 'Reviewed by hand' }]);
    playPhase(told);
    expect(told.state.knowledge.passedOver).toHaveLength(1);
  });

  it('passes over nothing where the next phase does not say where else to go', () => {
    const told = passGates(playSession(toReview(), { trigger: '@fix', status: 'needs_review' }));
    expect(passable(told.state)).toBeUndefined();
    answer(told, { kind: 'approval', approved: true, skip: { reason: 'No time' } });
    expect(completePhase(told).state).toMatchObject({ phase: 'build', knowledge: { passedOver: [] } });
  });
});

describe('protected files', () => {
  it('that were changed are approved by a person before they count', () => {
    const told = raise(start(), '@escalate');
    playSession(told);
    passGates(told, { needs_approval: ['CLAUDE.md'] }, ['scope']);
    passGates(told);
    expect(told.state.need?.about).toBe('May desk of cycle 1 be accepted? It changes what is protected: CLAUDE.md.');
    expect(answer(told, { kind: 'approval', approved: true }).due).toEqual({ kind: 'complete_phase', dropped: false });
  });
});

describe('an agent that escalates', () => {
  it('is judged by the gate handoff alone, and leaves its phase undone [R003-24]', () => {
    const told = playSession(start(), { trigger: '@escalate', summary: 'Tests were disabled' });
    expect(told.due).toEqual({ kind: 'judge', gates: ['handoff'] });
    const { base, milestones } = told.state;
    passGates(told);
    expect(told.state).toMatchObject({ phase: 'desk', stage: 'ready', interrupted: 'build', base });
    expect(told.state.milestones).toEqual(milestones);
    expect(told.state.knowledge.handoff).toMatchObject({ trigger: '@escalate', to: 'desk' });
    expect(told.state.stuck).toMatchObject({ phase: 'build', reason: 'escalate', text: 'Tests were disabled' });
  });

  it('goes on when that is settled, with what it had been handed before', () => {
    const told = toReview();
    raise(told, '@escalate');
    playPhase(told);
    expect(told.state).toMatchObject({ phase: 'review', interrupted: undefined, stuck: { phase: 'review' } });
    expect(told.state.knowledge.handoff?.trigger).toBe('@review');
  });

  it('asks a person where nobody else is there for it, and gets the answer', () => {
    const told = raise(raise(start(), '@escalate'), '@escalate');
    expect(told.state).toMatchObject({ phase: 'desk', need: { kind: 'question', reason: 'escalate' } });
    answer(told, { kind: 'question', text: 'Leave it.' });
    expect(told.state).toMatchObject({ phase: 'desk', stage: 'ready', told: { answer: 'Leave it.' } });
  });
});

describe('a blocked agent', () => {
  const blocked = { status: 'blocked' as const, summary: 'Is MD5 fine?', attempted: ['reading the rules'] };

  it('is helped by the phase its reason leads to, which leads back [R002-09] [R002-27]', () => {
    const told = toReview();
    playSession(told, { ...blocked, blocked_reason: 'security_concern', context: 'It is a checksum.' });
    expect(told.state).toMatchObject({ phase: 'advice', interrupted: 'review', knowledge: { handoff: undefined } });
    expect(told.state.stuck).toMatchObject({ attempted: ['reading the rules'], context: 'It is a checksum.' });
    playPhase(told);
    expect(told.state).toMatchObject({ phase: 'review', visits: { review: 2 }, stuck: { phase: 'review' } });
    expect(told.state.knowledge.handoff?.trigger).toBe('@review');
    raise(told, '@good');
    expect(completePhase(told).state.stuck).toBeUndefined();
  });

  it('asks a person where its phase says so, whatever the workflow says, and where nobody says anything', () => {
    for (const reason of ['test_failures', 'unknown', 'constructor']) {
      const told = playSession(start(), { ...blocked, blocked_reason: reason });
      expect(told.state).toMatchObject({ phase: 'build', need: { kind: 'question', reason } });
    }
  });

  it('does not take over from himself', () => {
    const told = playSession(start(), { ...blocked, blocked_reason: 'architecture_decision' });
    playSession(told, { ...blocked, blocked_reason: 'security_concern' });
    expect(told.state).toMatchObject({ phase: 'advice', interrupted: 'build', need: { kind: 'question' } });
  });

  it('who is stuck while helping leads back to who was stuck first', () => {
    const told = playSession(start(), { ...blocked, blocked_reason: 'security_concern' });
    raise(told, '@escalate');
    expect(told.state).toMatchObject({ phase: 'desk', interrupted: 'build', stuck: { phase: 'advice' } });
    expect(playPhase(told).state.phase).toBe('build');
  });

  it('is back where it was after going back to a commit', () => {
    const told = playSession(start(), { ...blocked, blocked_reason: 'security_concern' });
    playPhase(told);
    const { commit } = told.state.base;
    completePhase(raise(told, '@review'));
    rollBack(told, commit);
    expect(told.state).toMatchObject({ phase: 'build', interrupted: undefined });
  });

  it('whose helper leads back to nobody is a matter for a person', () => {
    const told = startTale({ workflow: { ...WORKFLOW, start: 'advice' } });
    playUntil(told, 'build');
    expect(told.state.need).toMatchObject({ kind: 'decision', reason: 'routing' });
    decide(told, 'retry');
    expect(told.state).toMatchObject({ phase: 'advice', stage: 'ready' });
  });
});

describe('findings', () => {
  const open = (told: Tale) => told.tell('finding.opened', { finding: FINDING, criteria: ['no literal is left'] });

  /** A review that found something and hands it back. */
  function found(): Tale {
    const told = open(playSession(toReview(), { trigger: '@fix' }));
    return completePhase(passGates(told));
  }

  it('are kept until they are closed, with what verifies them [R003-61]', () => {
    const told = found();
    expect(told.state.knowledge.findings).toEqual([{ ...FINDING, status: 'open' }]);
    expect(told.state.knowledge.criteria).toEqual([{ text: 'no literal is left', sec_ids: ['SEC-001'] }]);
    completePhase(raise(told, '@review'));
    playSession(told, { trigger: '@good' });
    told.tell('finding.closed', { sec_id: 'SEC-001', reason: 'verified' });
    completePhase(passGates(told));
    expect(told.state.knowledge).toMatchObject({ findings: [{ sec_id: 'SEC-001', status: 'closed' }], criteria: [] });
  });

  it('are found once, however often it is told', () => {
    const told = open(playSession(toReview(), { trigger: '@fix' }));
    const { state } = told;
    expect(open(told).state).toEqual({ ...state, seq: told.state.seq });
  });

  it('of work that was refused count for nothing', () => {
    const told = open(playSession(toReview(), { trigger: '@fix' }));
    const tree = told.state.candidate?.tree ?? '';
    told.tell('gate.refused', { gate: 'handoff', tree, reasons: [] });
    expect(told.state).toMatchObject({ phase: 'review', attempt: 2, knowledge: { findings: [], criteria: [] } });
  });

  it('stay open when the work that closed them is refused, and go with the commit that found them', () => {
    const told = found();
    const before = told.state.milestones.at(-2)?.commit ?? '';
    completePhase(raise(told, '@review'));
    playSession(told, { trigger: '@good' });
    told.tell('finding.closed', { sec_id: 'SEC-001', reason: 'verified' });
    told.tell('session.ended', {
      session: told.state.candidate?.session ?? '',
      ended: 'lost',
      usage: { tokens: 0, usd: 0, ms: 0 },
    });
    expect(told.state.knowledge.findings).toMatchObject([{ status: 'open' }]);
    rollBack(told, before);
    expect(told.state.knowledge.findings).toEqual([]);
  });

  it('are neither opened nor closed while nothing is judged', () => {
    const told = toReview();
    const { state } = told;
    open(told).tell('finding.closed', { sec_id: 'SEC-001', reason: 'so' });
    expect(told.state).toEqual({ ...state, seq: told.state.seq });
  });
});
