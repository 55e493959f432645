import { z } from 'zod';
import { checkShape } from '../../base/check.ts';
import { copyJson } from '../../base/json.ts';
import { domainZeroName } from '../agent-aliases.ts';
import { type HandoffStatus, statusAt } from '../lifecycle.ts';
import { type HandoffContext, type HandoffPackage, readPackage } from '../package.ts';
import { patternedText } from '../patterned-text.ts';
import type { CreateHandoffRequest } from '../prepare.ts';

export const DOMAIN_ZERO_AGENTS = ['yuuji', 'megumi', 'nobara', 'gojo'] as const;

export const DOMAIN_ZERO_STATUSES = ['pending', 'completed', 'failed'] as const;

/** A handoff event of the Domain Zero protocol. Unknown fields are kept. */
export const domainZeroEventSchema = z
  .looseObject({
    event_id: z.string().describe('Unique id of the event'),
    timestamp: z.iso.datetime({ offset: true }).describe('When the handoff occurred'),
    source_agent: z.enum(DOMAIN_ZERO_AGENTS).describe('Agent that hands over'),
    target_agent: z.enum(DOMAIN_ZERO_AGENTS).describe('Agent that takes over'),
    trigger: patternedText(/^@[a-z-]+$/, 'a trigger such as "@security-review"').describe(
      'Trigger that started the handoff',
    ),
    context: z.record(z.string(), z.unknown()).describe('What is passed on; its fields depend on the trigger'),
    status: z.enum(DOMAIN_ZERO_STATUSES).optional().describe('How far the handoff came'),
  })
  .describe('A handoff event of the Domain Zero protocol');

export type DomainZeroEvent = Readonly<z.infer<typeof domainZeroEventSchema>>;

/** An event from its JSON text or object, frozen. Text that is not JSON throws `JSON.parse`'s own `SyntaxError`. */
export function parseDomainZeroEvent(given: string | object): DomainZeroEvent {
  const event = copyJson(typeof given === 'string' ? JSON.parse(given) : given, 'Domain Zero event');
  checkShape(domainZeroEventSchema, event, 'Domain Zero event', 'invalid_event');
  return event as unknown as DomainZeroEvent;
}

export function writeDomainZeroEvent(event: DomainZeroEvent): string {
  return JSON.stringify(parseDomainZeroEvent(event), null, 2);
}

/** The event that tells of a handoff as it stands at a moment. Its agents have to be Domain Zero's. */
export function domainZeroEvent(handoff: HandoffPackage, trigger: string, at: Date): DomainZeroEvent {
  const sealed = readPackage(handoff);
  return parseDomainZeroEvent({
    event_id: sealed.id,
    timestamp: sealed.createdAt.toISOString(),
    source_agent: domainZeroName(sealed.sourceAgent),
    target_agent: domainZeroName(sealed.targetAgent),
    trigger,
    context: eventContext(sealed.context),
    status: EVENT_STATUS[statusAt(sealed, at)],
  });
}

/** The request that carries an event on as a handoff of Baton's own. */
export function requestFromDomainZero(event: DomainZeroEvent): CreateHandoffRequest {
  const { source_agent, target_agent, trigger, context } = parseDomainZeroEvent(event);
  return {
    sourceAgent: source_agent,
    targetAgent: target_agent,
    context: { custom: context },
    instructions: { task: `Answer the trigger ${trigger} that ${source_agent} raised, with the context passed on.` },
    metadata: { trigger },
  };
}

const EVENT_STATUS: Readonly<Record<HandoffStatus, (typeof DOMAIN_ZERO_STATUSES)[number]>> = {
  pending: 'pending',
  accepted: 'pending',
  in_progress: 'pending',
  completed: 'completed',
  rejected: 'failed',
  failed: 'failed',
  cancelled: 'failed',
  expired: 'failed',
};

/** The typed fields in Domain Zero's spelling, and the custom ones, which are its own and win over a namesake. */
function eventContext(context: HandoffContext): Record<string, unknown> {
  return {
    artifacts: context.artifacts,
    decisions: context.decisions,
    user_request: context.userRequest,
    session_id: context.sessionId,
    ...context.custom,
  };
}
