import type { AgentResult } from '../../../handoff/result-schema.ts';
import type { Usage } from '../../../runners/runner.ts';
import { limitedFigures } from '../../../workflow/budget.ts';
import type { EventData, RunSettings } from '../../../workflow/event-data.ts';

/** What a session used, as it is recorded: totals by which budgets are kept, and what the program tells beside them. */
export function usageOf(told: Usage | undefined, ms: number): EventData<'session.ended'>['usage'] {
  const input = amount(told?.inputTokens);
  const output = amount(told?.outputTokens);
  return {
    tokens: (input ?? 0) + (output ?? 0),
    usd: amount(told?.usd) ?? 0,
    ms,
    ...where('input_tokens', input),
    ...where('output_tokens', output),
    ...where('cache_read_tokens', amount(told?.cacheReadTokens)),
    ...where('cache_write_tokens', amount(told?.cacheWriteTokens)),
    ...where('turns', amount(told?.turns)),
    ...where('service_ms', amount(told?.serviceMs)),
  };
}

/**
 * The same of a session of a run with a budget: what its runner saw, else what the agent itself says, and what of the
 * limited figures neither told. A session that ended before it could say anything is not asked.
 */
export function usageFor(
  seen: Usage | undefined,
  said: AgentResult['usage'],
  { ms, isOver, budget }: { readonly ms: number; readonly isOver: boolean; readonly budget: RunSettings['budget'] },
): EventData<'session.ended'>['usage'] {
  const claimed = seen === undefined && said !== undefined ? claimedUsage(said) : undefined;
  const told = seen ?? claimed;
  const known = {
    usd: amount(told?.usd) !== undefined,
    tokens: seen !== undefined || (said?.input_tokens ?? said?.output_tokens) !== undefined,
  };
  const unreported = isOver ? limitedFigures(budget).filter((figure) => !known[figure]) : [];
  return {
    ...usageOf(told, ms),
    ...(claimed === undefined ? {} : { claimed: true }),
    ...(unreported.length === 0 ? {} : { unreported }),
  };
}

function claimedUsage({ input_tokens = 0, output_tokens = 0, cost_usd }: NonNullable<AgentResult['usage']>): Usage {
  return { inputTokens: input_tokens, outputTokens: output_tokens, usd: cost_usd };
}

/** A program may tell anything. What is no amount is not known: it must not make the record unreadable. */
function amount(told: number | undefined): number | undefined {
  return told !== undefined && Number.isFinite(told) && told >= 0 ? told : undefined;
}

function where<Name extends string>(name: Name, value: number | undefined): { [Key in Name]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: number });
}
