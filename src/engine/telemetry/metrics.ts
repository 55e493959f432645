import type { Attributes } from '@opentelemetry/api';
import type { JournalEvent } from '../../workflow/event.ts';
import type { EventData } from '../../workflow/event-data.ts';
import { errorOf, known, playerOf } from './attributes.ts';
import type { Telemetry } from './listener.ts';

const SECONDS = Array.from({ length: 12 }, (_, power) => 2 ** power);
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);

/** The metrics of runs, counted from what they record. Their attributes are names, never ids: there are few of them. */
export function openMetrics(api: Telemetry): { onEvent(event: JournalEvent): void } {
  const meter = api.metrics.getMeter('batonpass');
  const duration = meter.createHistogram('gen_ai.client.operation.duration', {
    description: 'How long sessions took',
    unit: 's',
    advice: { explicitBucketBoundaries: SECONDS },
  });
  const tokens = meter.createHistogram('gen_ai.client.token.usage', {
    description: 'Tokens that sessions used',
    unit: '{token}',
    advice: { explicitBucketBoundaries: TOKENS },
  });
  const cost = meter.createCounter('baton.cost', { description: 'What sessions cost', unit: 'USD' });
  const sessions = meter.createCounter('baton.sessions', { description: 'Sessions that ended', unit: '{session}' });
  const retries = meter.createCounter('baton.retries', {
    description: 'Sessions that were not the first of their phase',
    unit: '{session}',
  });
  const refusals = meter.createCounter('baton.refusals', { description: 'Reasons of gates', unit: '{reason}' });
  let player: Attributes = {};

  const tellers: { readonly [type: string]: (event: JournalEvent) => void } = {
    'session.started': ({ data, phase, attempt = 1 }) => {
      player = { ...playerOf(data as EventData<'session.started'>), ...known({ 'baton.phase': phase }) };
      if (attempt > 1) retries.add(1, player);
    },
    'session.ended': ({ data }) => {
      const { ended, usage } = data as EventData<'session.ended'>;
      sessions.add(1, { ...player, 'baton.session.ended': ended });
      // Nobody saw how long a lost session took.
      if (ended === 'lost') return;
      duration.record(usage.ms / 1000, { ...player, ...errorOf(ended) });
      if (usage.usd > 0) cost.add(usage.usd, player);
      for (const type of ['input', 'output'] as const) {
        const used = usage[`${type}_tokens`];
        if (used !== undefined) tokens.record(used, { ...player, 'gen_ai.token.type': type });
      }
    },
    'gate.refused': ({ data, phase }) => {
      const { gate, reasons } = data as EventData<'gate.refused'>;
      const place = known({ 'baton.phase': phase, 'baton.gate.name': gate });
      for (const { code } of reasons) refusals.add(1, { ...place, 'baton.refusal.code': code });
    },
  };
  return { onEvent: (event) => tellers[event.type]?.(event) };
}
