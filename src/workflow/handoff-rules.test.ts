// biome-ignore-all lint/suspicious/noThenProperty: a word of the language; nobody awaits a workflow.
import { describe, expect, it } from 'vitest';
import { composeContext, judgeContext } from './handoff-context.ts';
import type { Edge } from './handoff-rules.ts';
import { type Declarations, judgeClaim } from './handoff-rules.ts';
import type { RunState } from './state.ts';
import type { Phase, Workflow } from './workflow-schema.ts';

function phase(agent: string, on: Phase['on']): Phase {
  return { agent, writes: 'nothing', gates: ['handoff'], on, commit: 'x' };
}

const WORKFLOW: Workflow = {
  ...{ name: 'zero', description: 'x', start: 'implement', orchestrator: 'gojo', escalate: 'control' },
  authority: { yuuji: ['megumi', 'gojo'], megumi: ['yuuji', 'gojo'], nobara: ['yuuji', 'megumi'] },
  phases: {
    implement: phase('yuuji', {
      '@user-review': { approval: true, then: '@security-review' },
      '@security-review': 'review',
      '@brief-design': 'design',
      '@ping': 'design',
      '@out': 'end',
    }),
    review: phase('megumi', { '@approved': 'end', '@remediation-required': 'implement', complete: 'end' }),
    design: phase('nobara', { '@implement-design': 'implement' }),
    control: phase('gojo', { complete: 'back', '@brief-design': 'design' }),
  },
};

const YUUJI: Declarations['handoffs'] = [
  { agent: 'megumi', trigger: '@security-review', context: ['files_modified', 'implementation_scope'] },
  { agent: 'gojo', trigger: '@user-review', context: ['rollback_plan'] },
  { agent: 'nobara', trigger: '@brief-design' },
  { agent: 'megumi', trigger: '@out', context: [] },
];

function judge(name: string, outcome: string, more: Partial<Declarations> = {}, said?: string) {
  const state = {
    workflow: WORKFLOW,
    phase: name,
    candidate: { outcome },
    interrupted: 'design',
  } as unknown as RunState;
  return judgeClaim(state, said, { handoffs: YUUJI, triggers: [], ...more });
}
const codes = (...about: Parameters<typeof judge>) => judge(...about).reasons.map(({ code }) => code);

describe('a trigger', () => {
  it('that is declared and allowed is an edge with the fields of its declaration [R003-01][R003-49]', () => {
    expect(judge('implement', '@security-review')).toEqual({
      reasons: [],
      edges: [
        {
          ...{ trigger: '@security-review', source: 'yuuji', target: 'megumi', to: 'review' },
          fields: ['files_modified', 'implementation_scope'],
        },
      ],
    });
  });

  it('that becomes another one by an approval is held to both, the first by way of the orchestrating agent', () => {
    expect(judge('implement', '@user-review').edges).toMatchObject([
      { trigger: '@user-review', target: 'gojo', to: 'review', fields: ['rollback_plan'] },
      { trigger: '@security-review', target: 'megumi', to: 'review' },
    ]);
    const without = YUUJI.filter(({ trigger }) => trigger !== '@security-review');
    expect(codes('implement', '@user-review', { handoffs: without })).toEqual(['unauthorised_trigger']);
  });

  it('may lead to the end whoever was meant to receive it', () => {
    expect(judge('implement', '@out').edges).toMatchObject([{ target: 'gojo', to: 'end' }]);
  });

  it('is refused where the agent may not hand to the one it leads to [R003-50][R003-51]', () => {
    expect(judge('implement', '@brief-design').reasons).toMatchObject([
      { code: 'unauthorised_trigger', message: expect.stringContaining('It may hand to: megumi, gojo') },
    ]);
  });

  it('is refused where nobody declares it, and allowed where the project does', () => {
    expect(codes('implement', '@ping')).toEqual(['unauthorised_trigger']);
    const ping = { name: '@ping', source: 'any', target: 'nobara', context: ['mockups'], description: '' };
    expect(codes('implement', '@ping', { triggers: [ping] }), 'but not round the authority').toEqual([
      'unauthorised_trigger',
    ]);
    expect(codes('implement', '@ping', { triggers: [{ ...ping, source: 'megumi' }] })).toEqual([
      'unauthorised_trigger',
    ]);
  });

  it('may go from the orchestrating agent to everybody, with the usual fields [R003-52]', () => {
    const handoffs = [{ agent: 'nobara', trigger: '@brief-design' }];
    expect(judge('control', '@brief-design', { handoffs }).edges).toMatchObject([
      { target: 'nobara', fields: expect.arrayContaining(['project_state', 'tier_guidance']) },
    ]);
  });

  it('to escalate is always there, for everybody, and leads to mission control [R003-24][R003-40]', () => {
    for (const name of ['implement', 'review', 'design']) {
      expect(judge(name, '@escalate', { handoffs: [] })).toMatchObject({
        reasons: [],
        edges: [{ target: 'gojo', to: 'control', fields: ['violation_type', 'severity', 'agent_name', 'timestamp'] }],
      });
    }
    expect(judge('control', '@escalate', { handoffs: [] }).edges).toMatchObject([{ to: 'ask' }]);
  });

  it('nobody knows is refused with those that would count and the nearest', () => {
    const [refused] = judge('implement', '@security-reveiw').reasons;
    expect(refused).toMatchObject({ code: 'unknown_trigger' });
    expect(refused?.message).toContain('Did you mean @security-review?');
    expect(refused?.message).toMatch(/It may raise @user-review, @security-review, @out, @escalate\./);
    expect(codes('implement', '@constructor')).toEqual(['unknown_trigger']);
  });

  it('is needed only where nothing else ends the phase', () => {
    expect(codes('implement', 'complete')).toEqual(['missing_trigger']);
    expect(judge('review', 'complete')).toEqual({ reasons: [], edges: [] });
  });

  it('is its own agent’s to raise', () => {
    expect(codes('implement', '@security-review', {}, 'gojo')).toEqual(['forged_agent']);
    expect(codes('implement', '@security-review', {}, 'yuuji')).toEqual([]);
  });
});

describe('what a handoff carries', () => {
  const edge = (...fields: string[]): Edge => ({ trigger: '@x', source: 'a', target: 'b', to: 'c', fields });

  it('is what is declared: from evidence what Baton knows, the rest from the agent', () => {
    const given = { files_modified: ['lies.ts'], implementation_scope: 'JWT', more: 1 };
    expect(composeContext(edge('files_modified', 'implementation_scope'), { files_modified: ['a.ts'] }, given)).toEqual(
      {
        context: { files_modified: ['a.ts'], implementation_scope: 'JWT' },
        filled: ['files_modified'],
      },
    );
  });

  it('never takes the agent’s word for what only Baton fills', () => {
    expect(composeContext(edge('test_coverage'), {}, { test_coverage: { lines: 100 } }).context).toEqual({});
  });

  it('may be text where one field is left to the agent', () => {
    const one = edge('agent_name', 'implementation_scope');
    expect(composeContext(one, { agent_name: 'a' }, 'JWT').context).toEqual({
      agent_name: 'a',
      implementation_scope: 'JWT',
    });
    expect(composeContext(edge('mockups', 'user_flows'), {}, 'both').context).toEqual({});
  });

  it('does not take what every object has for a field', () => {
    expect(composeContext(edge('constructor', 'toString'), {}, {}).context).toEqual({});
  });

  it('has to be there, of its type, and is not asked for where only Baton could know it [R003-56]', () => {
    const told = (fields: string[], context: object, own = {}) =>
      judgeContext(edge(...fields), { ...context }, own).map(({ code }) => code);
    expect(told(['implementation_scope'], {})).toEqual(['context_missing']);
    expect(told(['feature_requirements'], { feature_requirements: 'a' })).toEqual(['context_invalid']);
    expect(told(['size'], { size: 'x' }, { size: { type: 'integer' } })).toEqual(['context_invalid']);
    expect(told(['test_coverage'], {})).toEqual([]);
    const [missing] = judgeContext(edge('mockups', 'user_flows'), {}, {});
    expect(missing?.message).toContain('mockups');
    expect(missing?.message).toContain('user_flows');
  });
});
