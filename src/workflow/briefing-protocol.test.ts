import { describe, expect, it } from 'vitest';
import { MATERIAL } from '../../test/workflow/material.ts';
import {
  answer,
  completePhase,
  passGates,
  playPhase,
  playSession,
  playUntil,
  proveBaseline,
  raisedBy,
  startTale,
  type Tale,
} from '../../test/workflow/tale.ts';
import { type Fact, renderPrompt } from '../handoff/prompt.ts';
import { brief, type Material } from './briefing.ts';
import { readWorkflow } from './workflow.ts';

const PHASE = { writes: 'anything', gates: ['scope', 'handoff'], max_visits: 9, commit: 'feat' };

const WORKFLOW = readWorkflow({
  name: 'house',
  description: 'build and have it looked at',
  start: 'build',
  orchestrator: 'boss',
  escalate: 'desk',
  routing: { security_concern: 'advice' },
  output: 'out/{run}',
  phases: {
    build: { ...PHASE, agent: 'builder', task: 'Build it well.', on: { complete: 'review', '@review': 'review' } },
    review: {
      ...PHASE,
      agent: 'reviewer',
      writes: ['{output}/review.md'],
      artifact: 'review.md',
      gates: ['scope', 'findings', 'artifact', 'handoff'],
      on: { '@fix': 'build', '@good': 'end' },
      otherwise: 'build',
    },
    advice: { ...PHASE, agent: 'adviser', on: { complete: 'back' } },
    desk: { ...PHASE, agent: 'boss', on: { complete: 'back' }, with_approval: ['CLAUDE.md'] },
  },
});

const DECLARED: Material['declared'] = {
  handoffs: [
    { agent: 'builder', trigger: '@fix', context: ['security_findings', 'sec_ids', 'verification_criteria'] },
    { agent: 'boss', trigger: '@good', context: ['tier_level'] },
  ],
  triggers: [],
};

function factsOf(told: Tale, material: Partial<Material> = {}): Map<string, Fact> {
  return new Map(brief(told.state, { ...MATERIAL, ...material }).facts.map((fact) => [fact.label, fact]));
}

function handed(context: Readonly<Record<string, unknown>>, filled: string[]): Tale {
  const told = playSession(proveBaseline(startTale({ workflow: WORKFLOW })), { trigger: '@review', summary: 'Built.' });
  passGates(told, {}, ['scope']);
  told.tell('trigger.raised', { ...raisedBy(told, context), filled });
  return completePhase(told);
}

describe('a phase that was handed something', () => {
  it('is told what Baton verified as Baton, and the rest as the claim of who handed it [R003-02]', () => {
    const facts = factsOf(handed({ files_modified: ['a.ts'], implementation_scope: 'Login' }, ['files_modified']));
    expect(facts.get('What you were handed by @review, verified')).toMatchObject({
      text: 'files_modified: ["a.ts"]',
      author: 'Baton, from the record and the files',
      required: true,
    });
    expect(facts.get('What you were handed by @review (claims of builder, not checked)')).toMatchObject({
      text: 'implementation_scope: Login',
      author: 'agent builder',
      required: true,
    });
  });

  it('is told the claims of who handed it behind everything that was verified [R000-17]', () => {
    const told = handed({ files_modified: ['a.ts'], implementation_scope: 'Login' }, ['files_modified']);
    const { facts } = brief(told.state, MATERIAL);
    const { text } = renderPrompt(facts, { nonce: 'abcdef0123456789' });
    const claim = text.indexOf('## What you were handed by @review (claims of builder, not checked)\n');
    for (const { label } of facts.filter(({ isClaim }) => isClaim !== true)) {
      expect(text.indexOf(`## ${label}\n`), label).toBeLessThan(claim);
    }
  });

  it('is told no more than fits, however much it was handed', () => {
    const huge = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field_${at}`, 'long '.repeat(2_000)]));
    const told = handed(huge, ['field_0', 'field_1']);
    const { text, tokens } = renderPrompt(brief(told.state, { ...MATERIAL, declared: DECLARED }).facts, {
      nonce: 'abcdef0123456789',
    });
    expect(tokens).toBeLessThanOrEqual(8_000);
    for (const label of ['Task', 'Request', 'How to hand on']) expect(text).toContain(`## ${label}`);
  });
});

describe('how a phase may end', () => {
  it('is told by its triggers, with the fields that only the agent can give [R003-43]', () => {
    const text = factsOf(handed({}, []), { declared: DECLARED }).get('How to hand on')?.text;
    expect(text?.split('\n')).toEqual([
      'End by one of these triggers, as `handoff.trigger` of your result, with its fields in `handoff.context`:',
      '- @fix to builder (build): you give security_findings, verification_criteria',
      '- @good to boss (end): no fields of yours',
      '- @escalate to boss (desk): you give violation_type, severity',
    ]);
  });

  it('may also be without a trigger, and is not told at all where none is judged', () => {
    const told = proveBaseline(startTale({ workflow: WORKFLOW }));
    expect(factsOf(told, { declared: DECLARED }).get('How to hand on')?.text).toMatch(/^You may end by one of these/);
    expect(factsOf(playUntil(startTale(), 'red'), { declared: DECLARED }).has('How to hand on')).toBe(false);
  });

  it('is with a document where it has to leave one', () => {
    const facts = factsOf(handed({}, []));
    expect(facts.get('The document you leave')?.text).toContain('Write out/r1/review.md.');
    expect(facts.get('What you may change')?.text).toContain('Change only: out/r1/review.md.');
  });

  it('is as the phase asks, in its own words', () => {
    expect(factsOf(proveBaseline(startTale({ workflow: WORKFLOW }))).get('Task')?.text).toBe('Build it well.');
  });
});

describe('whoever is called in', () => {
  const blocked = {
    status: 'blocked' as const,
    blocked_reason: 'security_concern',
    summary: 'Is MD5 fine?',
    attempted: ['reading the rules'],
    questions: ['May a checksum be MD5?'],
    context: 'It is about uploads.',
  };

  it('is told who is stuck, on what, what was tried and what is known [R002-27]', () => {
    const told = playSession(handed({ implementation_scope: 'Login' }, []), blocked);
    const fact = factsOf(told).get('Who is stuck, and on what');
    expect(fact).toMatchObject({ author: 'agent reviewer', required: true, isTask: true });
    for (const part of ['review (security_concern): Is MD5 fine?', 'reading the rules', 'May a', 'about uploads']) {
      expect(fact?.text).toContain(part);
    }
  });

  it('leads back to who was stuck, who is told what stopped it and has its handoff again', () => {
    const told = playSession(handed({ implementation_scope: 'Login' }, []), blocked);
    playPhase(told);
    const facts = factsOf(told);
    expect(facts.get('What stopped you before (a claim, not checked)')?.text).toContain('Is MD5 fine?');
    expect(facts.get('What you were handed by @review (claims of builder, not checked)')?.text).toBe(
      'implementation_scope: Login',
    );
    expect(facts.get('What adviser said (a claim, not checked)')?.text).toBe('advice is done');
  });
});

describe('what the agent before said', () => {
  it('is told under the name of its phase, as a claim, with the files it says it changed [R002-29] [R002-30]', () => {
    const told = proveBaseline(startTale({ workflow: WORKFLOW }));
    playSession(told, { summary: 'Built.', context: 'The parser is new.', files: ['src/parser.ts'] });
    completePhase(passGates(told));
    const facts = factsOf(told);
    expect(facts.get('CONTEXT FROM BUILD PHASE (a claim, not checked)')).toMatchObject({
      text: 'The parser is new.',
      author: 'agent builder',
    });
    expect(facts.get('Files that builder says it changed (claims, not checked)')?.text).toBe('- src/parser.ts');
  });
});

describe('findings', () => {
  const REVIEWED = ['security_findings', 'verification_criteria', 'implementation_scope'];

  it('that are open are told with what verifies them and not asked for, until they are closed [R003-61]', () => {
    const told = playSession(handed({}, []), { trigger: '@fix' });
    const finding = { sec_id: 'SEC-001', severity: 'HIGH' as const, category: 'secrets', description: 'A literal' };
    const more = { location: 'auth.ts:3', recommendation: 'Read it from the environment' };
    told.tell('finding.opened', { finding: { ...finding, ...more }, criteria: ['no literal is left'] });
    completePhase(passGates(told));
    const text = factsOf(told).get('Open findings')?.text;
    expect(text).toContain('SEC-001 (HIGH, secrets) in auth.ts:3: A literal\n  Do: Read it from the environment');
    expect(text).toContain('Verified when: no literal is left');
    const declared = { handoffs: [{ agent: 'reviewer', trigger: '@review', context: REVIEWED }], triggers: [] };
    expect(factsOf(told, { declared }).get('How to hand on')?.text).toContain(
      '- @review to reviewer (review): you give implementation_scope\n',
    );
    completePhase(passGates(playSession(told, { trigger: '@review' })));
    playSession(told, { trigger: '@fix' });
    told.tell('finding.closed', { sec_id: 'SEC-001', reason: 'verified' });
    completePhase(passGates(told));
    expect(factsOf(told).has('Open findings')).toBe(false);
  });
});

it('what a person passed over is told to those who come later', () => {
  const told = proveBaseline(startTale({ workflow: WORKFLOW, settings: { approvals: ['build'] } }));
  passGates(playSession(told, { trigger: '@review' }));
  answer(told, { kind: 'approval', approved: true, skip: { reason: 'Seen by Ada' } });
  completePhase(told);
  expect(factsOf(told).get('Passed over by a person')?.text).toBe('- review: Seen by Ada');
});

it('a phase outside of the cycle is told what earlier agents left, what they decided and what they changed', () => {
  const told = proveBaseline(startTale({ workflow: WORKFLOW }));
  const decisions = [{ what: 'A list', why: 'it is short', alternatives: ['a tree'] }];
  completePhase(passGates(playSession(told, { summary: 'Built.', context: 'Look at the door.', decisions })));
  const facts = factsOf(told, { changedFiles: ['a.ts (added)'], diffStat: ' a.ts | 3 +++', diff: '+door' });
  expect(facts.get('CONTEXT FROM BUILD PHASE (a claim, not checked)')?.text).toBe('Look at the door.');
  expect(facts.get('Decisions of earlier agents (claims, not checked)')?.text).toBe(
    '- A list: it is short (not: a tree) [builder]',
  );
  expect(facts.get('Files changed since you last saw them')?.text).toBe('- a.ts (added)');
  expect(facts.get('How much was changed')?.text).toContain('3 +++');
});

it('what may be changed if a person approves is said as such', () => {
  const told = passGates(playSession(handed({}, []), { trigger: '@escalate' }));
  expect(factsOf(told).get('What you may change')?.text).toContain(
    'If a person approves it afterwards, also: CLAUDE.md.',
  );
});
