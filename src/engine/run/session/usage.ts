import type { Usage } from '../../../runners/runner.ts';
import type { EventData } from '../../../workflow/event-data.ts';

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

/** A program may tell anything. What is no amount is not known: it must not make the record unreadable. */
function amount(told: number | undefined): number | undefined {
  return told !== undefined && Number.isFinite(told) && told >= 0 ? told : undefined;
}

function where<Name extends string>(name: Name, value: number | undefined): { [Key in Name]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: number });
}
