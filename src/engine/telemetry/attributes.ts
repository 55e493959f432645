import type { Attributes } from '@opentelemetry/api';
import type { JournalEvent } from '../../workflow/event.ts';
import type { EventData } from '../../workflow/event-data.ts';

/** Where in its run something happened. */
export function placeOf({ phase, cycle, attempt }: JournalEvent): Attributes {
  return known({ 'baton.phase': phase, 'baton.cycle': cycle, 'baton.attempt': attempt });
}

/** Who plays in a session, by the names that OpenTelemetry has for agents. Few different values: metrics carry it, too. */
export function playerOf({ agent, runner, model }: EventData<'session.started'>): Attributes {
  return known({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': agent,
    'gen_ai.provider.name': runner === undefined ? undefined : (PROVIDERS[runner] ?? runner),
    'gen_ai.request.model': model,
    'baton.runner': runner,
  });
}

/** The names that OpenTelemetry has for providers. A runner that could speak to any of them is named itself. */
const PROVIDERS: Readonly<Record<string, string>> = { claude: 'anthropic', codex: 'openai' };

/** How a session ended; what did not end well is an error. */
export function endOf({ ended, status, model, usage }: EventData<'session.ended'>): Attributes {
  return known({
    'baton.session.ended': ended,
    'baton.session.status': status,
    'baton.session.turns': usage.turns,
    'baton.session.usd': usage.usd > 0 ? usage.usd : undefined,
    'gen_ai.response.model': typeof model === 'string' ? model : undefined,
    'gen_ai.usage.input_tokens': usage.input_tokens,
    'gen_ai.usage.output_tokens': usage.output_tokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cache_read_tokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cache_write_tokens,
    ...errorOf(ended),
  });
}

export function errorOf(ended: EventData<'session.ended'>['ended']): Attributes {
  return ended === 'done' ? {} : { 'error.type': ended };
}

/** Without what nobody knows. */
export function known(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
