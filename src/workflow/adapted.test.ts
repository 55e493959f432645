import { describe, expect, it } from 'vitest';
import { builtIn, TDD } from '../../test/workflow/built-in.ts';
import { needsTests, unmeasuredFigures, withFigures, withRouting } from './adapted.ts';
import { readWorkflow } from './workflow.ts';
import type { Phase, Workflow } from './workflow-schema.ts';

describe("a project's word on who takes over from a blocked agent", () => {
  const capability = builtIn('capability');

  it('names a phase, an agent or a person, and goes before what the workflow says [R002-20]', () => {
    const given = { security_concern: 'architecture', unknown: 'security-lead', test_failures: 'ask', mine: 'review' };
    expect(withRouting(capability, given, []).routing).toEqual({
      ...capability.routing,
      security_concern: 'architecture',
      unknown: 'security-advice',
      test_failures: 'ask',
      mine: 'review',
    });
  });

  it('may make a loop, which is bounded then', () => {
    const { phases } = readWorkflow(withRouting(capability, { unknown: 'brainstorming' }, []));
    expect([phases.brainstorming?.max_visits, phases.discovery?.max_visits]).toEqual([100, undefined]);
    expect(capability.phases.brainstorming?.max_visits).toBeUndefined();
  });

  it('goes before what single phases say', () => {
    const plan = { ...(TDD.phases.plan ?? never()), blocked: { unknown: 'red', out_of_scope: 'ask' } };
    const { phases, routing } = withRouting({ ...TDD, phases: { ...TDD.phases, plan } }, { unknown: 'ask' }, []);
    expect(phases.plan?.blocked).toEqual({ out_of_scope: 'ask' });
    expect(routing).toEqual({ unknown: 'ask' });
  });

  it('says nothing in a workflow that has no phase for the agent: one file serves several', () => {
    const given = { security_concern: 'yuuji', unknown: 'review' };
    const plan = { ...(TDD.phases.plan ?? never()), blocked: { security_concern: 'red' } };
    expect(withRouting(capability, given, ['yuuji']).routing).toEqual({ ...capability.routing, unknown: 'review' });
    const { phases } = withRouting({ ...TDD, phases: { plan } }, { security_concern: 'yuuji' }, ['yuuji']);
    expect(phases.plan?.blocked).toEqual({ security_concern: 'red' });
  });

  it.each([
    ['revew', 'routing.unknown is revew, which is neither a phase of capability nor an agent. Did you mean review?'],
    ['constructor', 'routing.unknown is constructor, which is neither a phase of capability nor an agent. Known: '],
    ['yuji', 'routing.unknown is yuji, which is neither a phase of capability nor an agent. Did you mean yuuji?'],
    ['end', 'routing.unknown is end, which is no place for a blocked agent.'],
  ])('is refused that names %s', (who, why) => {
    expect(() => withRouting(capability, { unknown: who }, ['yuuji'])).toThrow(why);
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

describe('figures that only a command of the project tells', () => {
  const capability = builtIn('capability');
  const { testing = never() } = capability.phases;
  const asking = (quality: Phase['quality']): Workflow => ({
    ...capability,
    phases: { testing: { ...testing, quality } },
  });
  const { quality: _, ...rest } = testing;

  it('are asked for where there is such a command', () => {
    const quality = { coverage: 0.85, accuracy: 0.95, false_positives: 0.05 };
    expect(withFigures(capability, true).phases.testing).toEqual({ ...rest, quality });
    expect(withFigures(TDD, true)).toEqual(TDD);
  });

  it('are left out where there is none and the workflow allows it, and the gate with them if no other is asked for', () => {
    expect([capability, TDD].map(unmeasuredFigures)).toEqual([['accuracy', 'false_positives'], []]);
    expect(withFigures(capability, false).phases.testing).toEqual({ ...rest, quality: { coverage: 0.85 } });
    const only = asking({ accuracy: 0.9, where_measured: ['accuracy'] });
    const gates = testing.gates.filter((gate) => gate !== 'quality');
    expect(withFigures(only, false).phases.testing).toEqual({ ...rest, gates });
  });

  it('are otherwise refused before a run begins', () => {
    expect(() => withFigures(asking({ coverage: 0.8, accuracy: 0.9 }), false)).toThrow(
      'The phase testing of capability asks for accuracy, which only a command of the project can tell.',
    );
  });
});
