import { expect, it } from 'vitest';
import { playPhase, playUntil, proveBaseline, startTale } from '../../test/workflow/tale.ts';
import { traceExportSchema } from '../handoff/trace-schema.ts';
import { traceOf } from './run-trace.ts';

const AT = '2026-11-16T10:00:00.000Z';

it('a run that completed no phase has no trace', () => {
  expect(traceOf(proveBaseline(startTale()).state, AT, undefined)).toBeUndefined();
});

it('a trace tells the phases that were completed, what was spent and the last refusal, in a bounded size', () => {
  const told = proveBaseline(startTale());
  playPhase(told);
  const refused = { ...told.state.told, reasons: [{ code: 'regression' as const, message: 'x'.repeat(5000) }] };
  const totals = { total: 3, executed: 3, passed: 3, failed: 0, errored: 0, skipped: 0, todo: 0 };
  const milestones = Array.from({ length: 50 }, () => told.state.milestones.at(-1) ?? []).flat();
  const trace = traceOf({ ...told.state, told: refused, milestones }, AT, totals as never);
  expect(traceExportSchema.safeParse(trace).success).toBe(true);
  expect(trace).toMatchObject({ operation: 'tdd run r1', timestamp: AT, success: true });
  expect(trace?.decisions).toHaveLength(20);
  expect(trace?.decisions[0]).toMatchObject({ point: 'plan, cycle 1', choice: 'completed, then red' });
  expect(trace?.metrics).toContainEqual({ name: 'tests_passed', value: 3, unit: 'tests' });
  expect(trace?.errors[0]?.message).toHaveLength(300);
});

it('a trace tells where it could not be tried what tests notice', () => {
  const told = playUntil(proveBaseline(startTale()), 'green');
  playPhase(told, { sabotage: { unsabotaged: 'no function was written' } });
  const trace = traceOf(told.state, AT, undefined);
  expect(trace?.decisions.map(({ choice }) => choice)).toEqual([
    'completed, then red',
    'completed, then green',
    'completed (strength: unsabotaged), then refactor',
  ]);
});
