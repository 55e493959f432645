import { z } from 'zod';
import { now } from '../../base/clock.ts';
import type { HandoffGlance } from '../../engine/handoff-overview.ts';
import type { StoredHandoff } from '../../engine/handoffs.ts';
import { handoffMarkdown } from '../../handoff/handoff-markdown.ts';
import { HANDOFF_STATUSES } from '../../handoff/lifecycle.ts';
import { HANDOFF_PRIORITIES, handoffRecordSchema } from '../../handoff/package-schema.ts';
import type { Told } from '../tool.ts';

const step = z.object({
  status: z.enum(HANDOFF_STATUSES),
  at: z.string(),
  actor: z.string().describe('Who moved it'),
  note: z.string().optional().describe('What was said with it'),
});

/** A handoff with its package and all that happened to it. */
export const wholeHandoff = z.object({ handoff: handoffRecordSchema, history: z.array(step) });

/** A handoff as it is listed. */
export const listedHandoff = z.object({
  id: z.string(),
  status: z.enum(HANDOFF_STATUSES),
  priority: z.enum(HANDOFF_PRIORITIES),
  from: z.string(),
  to: z.string(),
  task: z.string().describe('Its first words; handoff_get gives all'),
  created: z.string(),
  expires: z.string().optional().describe('Until when it may be accepted'),
  holder: z.string().optional().describe('Who accepted it and has not ended it'),
});

/** A handoff that was just made. */
export const preparedHandoff = listedHandoff.omit({ task: true, holder: true }).extend({
  redactions: z.array(z.object({ kind: z.string(), field: z.string() })).describe('What was taken out as a secret'),
});

/** What became of a handoff that was moved. */
export const movedHandoff = z.object({
  id: z.string(),
  status: z.enum(HANDOFF_STATUSES),
  by: z.string(),
  at: z.string(),
  note: z.string().optional(),
});

/** A handoff in full: the package as markdown, then what has to be done with it. */
export function tellWhole(stored: StoredHandoff, next: string, format: 'markdown' | 'json' = 'markdown') {
  const data = { handoff: stored.handoff.toJSON(), history: stored.history.map(plainStep) };
  const shown = format === 'json' ? JSON.stringify(data, null, 2) : handoffMarkdown(stored.handoff, now());
  return { data, text: next === '' ? shown : `${next}\n\n${shown}` };
}

export function tellPrepared({ handoff }: StoredHandoff): Told<z.input<typeof preparedHandoff>> {
  const { id, status, priority, sourceAgent: from, targetAgent: to, createdAt, expiresAt } = handoff;
  const redactions = (handoff.redactions ?? []).map(({ kind, field }) => ({ kind, field }));
  const expires = expiresAt === undefined ? {} : { expires: expiresAt.toISOString() };
  const taken = redactions.map(({ field, kind }) => `Taken out as a secret: ${field} (${kind}).`);
  return {
    data: { id, status, priority, from, to, created: createdAt.toISOString(), ...expires, redactions },
    text: [`Handoff ${id} waits for ${to}, who takes it by handoff_accept.`, ...taken].join(' '),
  };
}

export function tellMoved({ handoff, history }: StoredHandoff, next: string): Told<z.input<typeof movedHandoff>> {
  const last = history.at(-1);
  const data = {
    id: handoff.id,
    status: handoff.status,
    by: last?.actor ?? '',
    at: last?.at ?? '',
    ...(last?.note === undefined ? {} : { note: last.note }),
  };
  return { data, text: `Handoff ${handoff.id} is ${handoff.status}. ${next}` };
}

export function listed({ from, to, task, holder, ...glance }: HandoffGlance): z.input<typeof listedHandoff> {
  const { id, status, priority, createdAt, expiresAt } = glance;
  return {
    id,
    status,
    priority,
    from,
    to,
    task,
    created: createdAt.toISOString(),
    ...(expiresAt === undefined ? {} : { expires: expiresAt.toISOString() }),
    ...(holder === undefined ? {} : { holder }),
  };
}

function plainStep({ status, at, actor, note }: StoredHandoff['history'][number]): z.input<typeof step> {
  return { status, at, actor, ...(note === undefined ? {} : { note }) };
}
