import { describe, expect, it } from 'vitest';
import { builtIn, TDD } from '../../test/workflow/built-in.ts';
import { figuresWanted, needsTests, withoutFigures, withRouting } from './adapted.ts';
import { readWorkflow } from './workflow.ts';

describe("a project's word on who takes over from a blocked agent", () => {
  const capability = builtIn('capability');

  it('names a phase, an agent or a person, and goes before what the workflow says [R002-20]', () => {
    const given = { security_concern: 'architecture', unknown: 'security-lead', test_failures: 'ask', mine: 'review' };
    expect(withRouting(capability, given).routing).toEqual({
      ...capability.routing,
      security_concern: 'architecture',
      unknown: 'security-advice',
      test_failures: 'ask',
      mine: 'review',
    });
  });

  it('may make a loop, which is bounded then', () => {
    const { phases } = readWorkflow(withRouting(capability, { unknown: 'brainstorming' }));
    expect([phases.brainstorming?.max_visits, phases.discovery?.max_visits]).toEqual([100, undefined]);
    expect(capability.phases.brainstorming?.max_visits).toBeUndefined();
  });

  it('goes before what single phases say', () => {
    const plan = { ...(TDD.phases.plan ?? never()), blocked: { unknown: 'red', out_of_scope: 'ask' } };
    const { phases, routing } = withRouting({ ...TDD, phases: { ...TDD.phases, plan } }, { unknown: 'ask' });
    expect(phases.plan?.blocked).toEqual({ out_of_scope: 'ask' });
    expect(routing).toEqual({ unknown: 'ask' });
  });

  it.each([
    ['revew', 'routing.unknown is revew, which is neither a phase nor an agent of capability. Did you mean review?'],
    ['constructor', 'routing.unknown is constructor, which is neither a phase nor an agent of capability. Known: '],
    ['end', 'routing.unknown is end, which is no place for a blocked agent.'],
  ])('is refused that names %s', (who, why) => {
    expect(() => withRouting(capability, { unknown: who })).toThrow(why);
  });
});

it('a workflow needs tests when a gate runs them', () => {
  const { plan = never() } = TDD.phases;
  expect([TDD, { phases: { plan } }].map(needsTests)).toEqual([true, false]);
  const lint = { name: 'lint', command: 'true' };
  expect(needsTests({ phases: { plan: { ...plan, gates: ['scope', lint] } } })).toBe(false);
});

function never(): never {
  throw new Error('tdd has no plan.');
}

it('figures that only a command can tell are taken out where there is none, and the gate with them if none is left', () => {
  const capability = builtIn('capability');
  const { testing = never() } = capability.phases;
  expect([capability, TDD].map(figuresWanted)).toEqual([['accuracy', 'false_positives'], []]);
  expect(withoutFigures(capability).phases.testing).toEqual({ ...testing, quality: { coverage: 0.85 } });
  const only = { ...capability, phases: { testing: { ...testing, quality: { accuracy: 0.9 } } } };
  const { quality: _, ...rest } = testing;
  const gates = testing.gates.filter((gate) => gate !== 'quality');
  expect(withoutFigures(only).phases.testing).toEqual({ ...rest, gates });
  expect(withoutFigures(TDD)).toEqual(TDD);
});
