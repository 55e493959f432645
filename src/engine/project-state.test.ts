import { describe, expect, it } from 'vitest';
import { builtIn } from '../../test/workflow/built-in.ts';
import {
  answer,
  completePhase,
  passGates,
  playSession,
  proveBaseline,
  rollBack,
  startTale,
  type Tale,
} from '../../test/workflow/tale.ts';
import { projectStateSchema } from '../handoff/dialects/domain-zero-state.ts';
import type { Entry } from '../store/store.ts';
import { projectState } from './project-state.ts';

const DOMAIN_ZERO = builtIn('domain-zero');

function begun(): Tale {
  return proveBaseline(startTale({ workflow: DOMAIN_ZERO, settings: { tier: 'standard' } }));
}

/** A session that raises a trigger, which counts. */
function raise(told: Tale, trigger: string): Tale {
  return passGates(playSession(told, { trigger }));
}

/** The same, and the phase is completed by it. */
function handOn(told: Tale, trigger: string): Tale {
  return completePhase(raise(told, trigger));
}

/** A run that was implemented, and approved by a person. */
function implemented(): Tale {
  const told = raise(handOn(begun(), '@brief-implementation'), '@user-review');
  answer(told, { kind: 'approval', approved: true });
  return completePhase(passGates(told));
}

const entriesOf = ({ events }: Tale): readonly Entry[] =>
  events.map((event) => ({ id: `entry-${event.seq}`, event, attachments: {}, anchor: undefined }));
const stateOf = (told: Tale) => projectState([entriesOf(told)]);
const statuses = (told: Tale) => stateOf(told).handoffs.map(({ trigger, status }) => `${trigger} ${status}`);

describe('the log of handoffs', () => {
  it('has each that counted, as an event whose id is that of its entry [R003-63]', () => {
    const told = handOn(begun(), '@brief-implementation');
    const raised = told.events.find(({ type }) => type === 'trigger.raised');
    expect(stateOf(told).handoffs).toEqual([
      {
        event_id: `entry-${raised?.seq}`,
        timestamp: raised?.at,
        source_agent: 'gojo',
        target_agent: 'yuuji',
        trigger: '@brief-implementation',
        context: {},
        status: 'pending',
      },
    ]);
  });

  it('says pending until the receiving phase is completed [R003-65]', () => {
    const told = implemented();
    expect(statuses(told)).toEqual([
      '@brief-implementation completed',
      '@user-review completed',
      '@security-review pending',
    ]);
    handOn(told, '@approved').tell('run.completed', {});
    expect(statuses(told).slice(2)).toEqual(['@security-review completed', '@approved completed']);
  });

  it('says failed for what a person rejected, and for what an abort ended', () => {
    const told = raise(handOn(begun(), '@brief-implementation'), '@user-review');
    answer(told, { kind: 'approval', approved: false, reason: 'No.' });
    expect(statuses(told)).toEqual(['@brief-implementation pending', '@user-review failed']);
    told.tell('run.aborted', {});
    expect(statuses(told)).toEqual(['@brief-implementation failed', '@user-review failed']);
  });

  it('says pending again for a handoff that the run was rolled back to', () => {
    const told = implemented();
    const { commit = '' } = told.state.milestones.at(-1) ?? {};
    handOn(told, '@remediation-required');
    rollBack(told, commit);
    expect(statuses(told).slice(2)).toEqual(['@security-review pending', '@remediation-required failed']);
  });

  it('keeps what an agent was handed while mission control sees to its escalation', () => {
    const told = raise(handOn(begun(), '@brief-implementation'), '@escalate');
    expect(statuses(told)).toEqual(['@brief-implementation pending', '@escalate pending']);
    completePhase(passGates(playSession(told)));
    expect(statuses(told)).toEqual(['@brief-implementation pending', '@escalate completed']);
  });

  it('has an escalation that only a person answers', () => {
    const { escalate: _, ...workflow } = DOMAIN_ZERO;
    const { 'mission-control': __, ...phases } = workflow.phases;
    const told = proveBaseline(startTale({ workflow: { ...workflow, phases } }));
    expect(statuses(raise(told, '@escalate'))).toEqual(['@escalate completed']);
  });

  it('keeps handoffs of other agents apart, since the schema of events knows only four [R003-64]', () => {
    const told = proveBaseline(startTale({ workflow: { ...builtIn('capability'), start: 'review' } }));
    const { handoffs, other_handoffs: others } = stateOf(handOn(told, '@changes-requested'));
    expect(handoffs).toEqual([]);
    expect(others).toMatchObject([{ source_agent: 'capability-reviewer', target_agent: 'capability-developer' }]);
  });

  it('has nothing of a trigger that does not fit the run', () => {
    const told = begun();
    playSession(told, { trigger: '@brief-design' });
    const tree = told.state.candidate?.tree ?? '';
    const other = {
      trigger: '@approved',
      source: 'gojo',
      target: 'gojo',
      to: 'end',
      context: {},
      filled: [],
      digest: '',
    };
    told.tell('trigger.raised', { gate: 'handoff', tree, ...other });
    expect(stateOf(told).handoffs).toEqual([]);
  });
});

describe('the state of a project', () => {
  it('counts features that are under way and reviews that wait', () => {
    expect(stateOf(begun())).toMatchObject({ status: 'ACTIVE', active_features: 1, pending_reviews: 0 });
    const waiting = raise(handOn(begun(), '@brief-implementation'), '@user-review');
    const both = projectState([waiting, implemented()].map(entriesOf));
    expect(both).toMatchObject({ active_features: 2, pending_reviews: 2 });
    expect(projectState([])).toMatchObject({ status: 'IDLE', active_features: 0, updated: null, features: [] });
  });

  it('calls a feature complete and reviewed once the review approved it [R003-62]', () => {
    const told = handOn(implemented(), '@approved');
    expect(stateOf(told).features).toMatchObject([{ status: 'ACTIVE', security_reviewed: false }]);
    told.tell('run.completed', {});
    expect(stateOf(told)).toMatchObject({
      status: 'IDLE',
      pending_reviews: 0,
      open_security_issues: 0,
      features: [{ name: 'r1', status: 'COMPLETE', tier: 'standard', security_reviewed: true }],
    });
  });

  it('calls it complete and not reviewed where a person passed the review over', () => {
    const told = raise(handOn(begun(), '@brief-implementation'), '@user-review');
    answer(told, { kind: 'approval', approved: true, skip: { reason: 'a prototype' } });
    completePhase(passGates(told)).tell('run.completed', {});
    expect(stateOf(told).features).toMatchObject([
      {
        status: 'COMPLETE',
        security_reviewed: false,
        reviews_passed_over: [{ phase: 'security-review', reason: 'a prototype' }],
      },
    ]);
  });

  it('lists findings with what verifies their fixes, open until they are closed', () => {
    const told = playSession(implemented(), { trigger: '@remediation-required' });
    const finding = {
      sec_id: 'SEC-001',
      severity: 'HIGH' as const,
      category: 'A02',
      description: 'a word in the source',
      location: 'jwt.js:3',
      recommendation: 'take it from the environment',
    };
    told.tell('finding.opened', { finding, criteria: ['it is gone'] });
    completePhase(passGates(told));
    const state = stateOf(told);
    expect(state.open_security_issues).toBe(1);
    expect(state.findings).toEqual([
      { feature: 'r1', ...finding, status: 'open', verification_criteria: ['it is gone'] },
    ]);
    playSession(handOn(told, '@re-review'), { trigger: '@approved' });
    told.tell('finding.closed', { sec_id: 'SEC-001', reason: 'verified' });
    completePhase(passGates(told));
    expect(stateOf(told)).toMatchObject({ open_security_issues: 0, findings: [{ status: 'closed' }] });
    expect(projectStateSchema.parse(stateOf(told))).toEqual(stateOf(told));
  });
});
