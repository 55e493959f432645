import { describe, expect, it } from 'vitest';
import { builtIn, TDD } from '../../test/workflow/built-in.ts';
import { forTier, usualTier, withMutation } from './tiers.ts';
import { readWorkflow, targetOf } from './workflow.ts';
import type { Workflow } from './workflow-schema.ts';

const PHASE = { agent: 'a', writes: 'anything', gates: ['scope'], on: { complete: 'end' }, commit: 'feat' };

function workflow(phases: Readonly<Record<string, object>>, more: object = {}): Workflow {
  return readWorkflow({ name: 'mine', description: 'my own', start: 'build', phases, ...more });
}

/** A review that only some tiers need, on every way a run can take to it. */
const REVIEWED = workflow(
  {
    build: {
      ...PHASE,
      gates: ['scope', 'tests', 'handoff'],
      on: { complete: 'review', '@look': { to: 'review', approval: true } },
      blocked: { unknown: 'review' },
    },
    review: { ...PHASE, agent: 'b', on: { complete: 'audit' }, tiers: ['standard', 'critical'], otherwise: 'audit' },
    audit: { ...PHASE, agent: 'c', tiers: ['critical'], otherwise: 'end' },
  },
  { routing: { out_of_scope: 'audit' }, authority: { a: ['b'], b: ['c'] } },
);

describe('a tier', () => {
  it('that does not need a phase leads round it, by every way [R003-39]', () => {
    const rapid = readWorkflow(forTier(REVIEWED, 'rapid'));
    expect(Object.keys(rapid.phases)).toEqual(['build']);
    expect(rapid.phases.build).toMatchObject({
      on: { complete: 'end', '@look': { to: 'end', approval: true } },
      blocked: { unknown: 'ask' },
    });
    expect(rapid.routing).toEqual({ out_of_scope: 'ask' });
    expect(rapid.authority).toEqual({ a: ['b'] });
    const standard = forTier(REVIEWED, 'standard');
    expect(Object.keys(standard.phases)).toEqual(['build', 'review']);
    expect(targetOf(standard.phases.review ?? fail(), 'complete')).toBe('end');
    expect(Object.keys(forTier(REVIEWED, 'critical').phases)).toEqual(['build', 'review', 'audit']);
  });

  it.each([
    ['rapid', ['scope', 'tests', 'handoff'], undefined],
    ['standard', ['scope', 'tests', 'quality', 'handoff'], { coverage: 0.8 }],
    ['critical', ['scope', 'tests', 'kinds', 'quality', 'handoff'], { coverage: 0.95 }],
  ] as const)('%s asks of tests what it must, before anything is handed on', (tier, gates, quality) => {
    const { build } = forTier(REVIEWED, tier).phases;
    expect(build?.gates).toEqual(gates);
    expect(build?.quality).toEqual(quality);
  });

  it('never asks for less than the phase itself', () => {
    const strict = { ...PHASE, gates: ['tests', 'quality'], quality: { coverage: 0.85, accuracy: 0.9 } };
    const { phases } = forTier(workflow({ build: strict }), 'standard');
    expect(phases.build).toMatchObject({ gates: ['tests', 'quality'], quality: { coverage: 0.85, accuracy: 0.9 } });
    expect(forTier(workflow({ build: strict }), 'critical').phases.build?.quality?.coverage).toBe(0.95);
  });

  it('changes nothing of phases that run no tests of their own', () => {
    for (const tier of ['rapid', 'standard', 'critical'] as const) expect(forTier(TDD, tier)).toEqual(TDD);
  });

  it('is `standard` where the workflow knows tiers, and none elsewhere', () => {
    expect([usualTier(TDD), usualTier(REVIEWED), usualTier(builtIn('domain-zero'))]).toEqual([
      undefined,
      'standard',
      'standard',
    ]);
  });

  it.each(['rapid', 'standard', 'critical'] as const)(
    'leaves built-in workflows that keep to all rules: %s',
    (tier) => {
      for (const name of ['tdd', 'domain-zero', 'capability']) {
        expect(() => readWorkflow(withMutation(forTier(builtIn(name), tier)), name)).not.toThrow();
      }
    },
  );
});

it('wrong lines are made behind the gate whose tests must notice, once', () => {
  const phases = {
    build: { ...PHASE, gates: ['tests', 'artifact'], artifact: 'a.md' },
    green: { ...PHASE, gates: ['green'] },
  };
  const twice = withMutation(withMutation(workflow(phases, { output: 'out' })));
  expect(twice.phases.build?.gates).toEqual(['tests', 'mutation', 'artifact']);
  expect(twice.phases.green?.gates).toEqual(['green', 'mutation']);
});

function fail(): never {
  throw new Error('The phase is gone.');
}
