import type { Totals } from '../evidence/report.ts';
import type { ExecutionTraceSnapshot } from '../handoff/package.ts';
import type { Milestone, RunState } from './state.ts';

const MAX_PHASES = 20;
const MAX_ERRORS = 10;
const MAX_TEXT = 300;

/**
 * What the run did before the present phase, as the trace of a package: the phases that were completed with where each
 * led and what its agent said, what was spent, and why the attempt before was refused. The last phases only.
 */
export function traceOf(
  state: RunState,
  startedAt: string,
  totals: Totals | undefined,
): ExecutionTraceSnapshot | undefined {
  const done = state.milestones.filter(({ phase }) => phase !== undefined);
  if (done.length === 0) return undefined;
  const { tokens, usd, ms } = state.spending;
  return {
    operation: `${state.workflow.name} run ${state.run}`,
    timestamp: startedAt,
    durationMs: ms,
    decisions: done.slice(-MAX_PHASES).map(decisionOf),
    metrics: [
      { name: 'phases_completed', value: done.length },
      { name: 'attempts', value: state.attemptsMade },
      { name: 'tokens', value: tokens, unit: 'tokens' },
      { name: 'cost', value: usd, unit: 'usd' },
      ...(totals === undefined ? [] : [{ name: 'tests_passed', value: totals.passed, unit: 'tests' }]),
    ],
    errors: state.told.reasons.slice(0, MAX_ERRORS).map(({ code, message }) => ({ code, message: cut(message) })),
    success: true,
  };
}

function decisionOf({
  phase,
  cycle,
  next,
  knowledge: { said, unsabotaged },
}: Milestone): ExecutionTraceSnapshot['decisions'][number] {
  const isWeaker = unsabotaged.some((one) => one.phase === phase && one.cycle === cycle);
  return {
    point: `${phase}, cycle ${cycle}`,
    choice: `completed${isWeaker ? ' (strength: unsabotaged)' : ''}, then ${next}`,
    reason: cut(said?.text ?? 'All its gates passed.'),
  };
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`;
}
