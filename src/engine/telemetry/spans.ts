import type { Attributes } from '@opentelemetry/api';
import { isBatonError } from '../../base/error.ts';
import type { SessionMessage } from '../../runners/runner.ts';
import type { JournalEvent } from '../../workflow/event.ts';
import type { EventData } from '../../workflow/event-data.ts';
import type { RunState } from '../../workflow/state.ts';
import { lookup } from '../../workflow/workflow.ts';
import { endOf, known, placeOf, playerOf } from './attributes.ts';
import type { Telemetry } from './listener.ts';
import { endSpan, openSessionSpan, type SessionSpan } from './session-span.ts';
import { parentOf } from './traceparent.ts';

/** How a drive came to its end: with the run in some state, or by an error. */
export type DriveEnd = { readonly state: RunState } | { readonly error: unknown };

/** The spans of a drive of a run, made from what it records and what its sessions say. */
export interface DriveSpans {
  onEvent(event: JournalEvent): void;
  onMessage(message: SessionMessage): void;
  /** Of the session that runs. */
  traceparent(): string | undefined;
  end(how: DriveEnd): void;
}

export function openSpans(
  api: Telemetry,
  { run, workflow }: Pick<RunState, 'run' | 'workflow'>,
  environment: NodeJS.ProcessEnv,
): DriveSpans {
  const tracer = api.trace.getTracer('batonpass');
  const parent = parentOf(api, environment);
  const common = { 'gen_ai.conversation.id': run, 'gen_ai.workflow.name': workflow.name };
  const attributes = { ...common, 'gen_ai.operation.name': 'invoke_workflow' };
  const whole = tracer.startSpan(`invoke_workflow ${workflow.name}`, { attributes }, parent);
  const within = api.trace.setSpan(parent, whole);
  let session: SessionSpan | undefined;
  // No event says that a gate begins: it does when what came before it was recorded.
  let since = Date.now();

  const endSession = (ended: EventData<'session.ended'> | undefined) => {
    session?.end(ended === undefined ? { 'error.type': 'lost' } : endOf(ended));
    session = undefined;
  };
  const tellGate = (name: string, verdict: Attributes, event: JournalEvent) => {
    const given = { ...common, ...placeOf(event), ...verdict };
    tracer.startSpan(name, { startTime: since, attributes: given }, within).end();
  };
  const tellers: { readonly [type: string]: (event: JournalEvent) => void } = {
    'session.started': (event) => {
      endSession(undefined);
      const player = playerOf(event.data as EventData<'session.started'>);
      session = openSessionSpan(api, tracer, within, { ...common, ...placeOf(event), ...player });
    },
    'session.ended': ({ data }) => endSession(data as EventData<'session.ended'>),
    'gate.passed': (event) => tellGate(`baton.gate ${String(event.data.gate)}`, verdictOf(event), event),
    'gate.refused': (event) => tellGate(`baton.gate ${String(event.data.gate)}`, verdictOf(event), event),
    'baseline.recorded': (event) => tellGate('baton.baseline', {}, event),
    'phase.completed': (event) => whole.addEvent('baton.handoff', { ...placeOf(event), ...handoffOf(event, workflow) }),
  };

  return {
    onEvent(event) {
      const tell = tellers[event.type];
      if (tell !== undefined) tell(event);
      else if (TURNS.has(event.type)) whole.addEvent(`baton.${event.type}`, placeOf(event));
      if (!BY_THE_WAY.has(event.type)) since = Date.now();
    },
    onMessage: (message) => session?.onMessage(message),
    traceparent: () => session?.traceparent,
    end(how) {
      if (session !== undefined) endSession(undefined);
      endSpan(api, whole, endingOf(how));
    },
  };
}

/** Events at which a run turns, which belong to no session and no gate. */
const TURNS: ReadonlySet<string> = new Set([
  ...['ask.opened', 'budget.exceeded', 'person.committed', 'phase.rolled_back'],
  ...['run.parked', 'run.resumed', 'run.completed', 'run.aborted', 'run.failed'],
]);

/** Events that are recorded while a gate judges. */
const BY_THE_WAY: ReadonlySet<string> = new Set(['suspicion.raised', 'redaction.made']);

function verdictOf({ type, data }: JournalEvent): Attributes {
  const { gate, reasons = [] } = data as Partial<EventData<'gate.refused'>>;
  return known({
    'baton.gate.name': gate,
    'baton.gate.verdict': type === 'gate.passed' ? 'passed' : 'refused',
    'baton.gate.codes': reasons.map(({ code }) => code),
  });
}

/** From whom to whom the work went; to nobody where the run ends or a person is asked. */
function handoffOf({ data, phase }: JournalEvent, { phases }: RunState['workflow']): Attributes {
  const { next_phase: next, dropped } = data as EventData<'phase.completed'>;
  return known({
    'gen_ai.agent.handoff.source.name': lookup(phases, phase ?? '')?.agent,
    'gen_ai.agent.handoff.target.name': lookup(phases, next)?.agent,
    'baton.dropped': dropped,
  });
}

function endingOf(how: DriveEnd): Attributes {
  if ('error' in how) return { 'error.type': isBatonError(how.error) ? how.error.code : 'error' };
  const { ended, ask, parked } = how.state;
  const state = ended ?? (ask !== undefined ? 'waiting' : parked !== undefined ? 'parked' : 'stopped');
  return { 'baton.run.state': state, ...(ended === 'failed' ? { 'error.type': 'failed' } : {}) };
}
