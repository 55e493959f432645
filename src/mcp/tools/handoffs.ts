import { z } from 'zod';
import type { UnreadableHandoff } from '../../engine/handoff-overview.ts';
import { isSameAgent } from '../../handoff/agent-aliases.ts';
import { HANDOFF_STATUSES, type HandoffStatus, isTerminal } from '../../handoff/lifecycle.ts';
import type { HandoffContext } from '../../handoff/package.ts';
import { agentNameSchema, HANDOFF_PRIORITIES, handoffContextSchema } from '../../handoff/package-schema.ts';
import { traceFrom } from '../../handoff/prepare.ts';
import { traceExportSchema } from '../../handoff/trace-schema.ts';
import { argumentsOf, handoffId, textUpTo, workHandle } from '../arguments.ts';
import { type Tool, tool } from '../tool.ts';
import { noteWith } from './completion-note.ts';
import { type Page, pageOf } from './handoff-pages.ts';
import {
  listed,
  listedHandoff,
  movedHandoff,
  preparedHandoff,
  tellMoved,
  tellPrepared,
  tellWhole,
  wholeHandoff,
} from './handoff-schemas.ts';

const LONGEST_TASK = 50_000;
const LONGEST_WORDS = 10_000;

const texts = z.array(textUpTo(LONGEST_WORDS)).max(100).optional();

const prepare = tool({
  name: 'handoff_prepare',
  title: 'Prepare a handoff',
  description:
    'Hands a task to another agent, with what it has to know. It waits until that agent accepts it or it expires. Secrets are taken out.',
  input: argumentsOf({
    to: agentNameSchema.describe('Agent that is to take it'),
    task: textUpTo(LONGEST_TASK).describe('What it is asked to do'),
    context: handoffContextSchema.optional().describe('What it has to know'),
    constraints: texts.describe('Rules to keep'),
    focusAreas: texts.describe('Where to look first'),
    avoid: texts.describe('What to leave alone'),
    expectedOutput: textUpTo(LONGEST_WORDS).optional().describe('Expected form of the result'),
    deadline: z.iso.datetime({ offset: true }).optional().describe('When it has to be done'),
    trace: traceExportSchema.optional().describe('What you did, as an execution trace'),
    metadata: z.record(z.string(), z.unknown()).optional().describe('Anything else, as JSON'),
    priority: z.enum(HANDOFF_PRIORITIES).optional().describe('Default: normal'),
    expires_min: z.number().positive().max(525_600).optional().describe('Minutes it may wait untaken. Default: 60'),
    from: agentNameSchema.optional().describe('Agent that hands on; only a person may name another than itself'),
  }),
  output: preparedHandoff,
  effects: { readOnly: false },
  async call({ to, context = {}, priority, expires_min: expirationMinutes, from, ...given }, { host, actor }) {
    const { task, constraints, focusAreas, avoid, expectedOutput, deadline, trace, metadata } = given;
    const stored = await host.actAs(actor).prepare({
      targetAgent: to,
      instructions: {
        task,
        constraints,
        focusAreas,
        avoid,
        expectedOutput,
        deadline: deadline === undefined ? undefined : new Date(deadline),
      },
      context: context as HandoffContext,
      trace: trace === undefined ? undefined : traceFrom(trace),
      metadata,
      priority,
      expirationMinutes,
      ...(from === undefined ? {} : { sourceAgent: from }),
      redaction: host.config().redaction,
    });
    return tellPrepared(stored);
  },
});

/** Most lines of a list in words. */
const MOST_LINES = 20;

const list = tool({
  name: 'handoff_list',
  title: 'List handoffs',
  description: 'Lists handoffs, those still waiting first, by urgency. For an agent: those that are for it.',
  input: argumentsOf({
    for: agentNameSchema.optional().describe('Agent they are for, or `anybody`. Default: yourself if you are an agent'),
    status: z
      .enum([...HANDOFF_STATUSES, 'open', 'all'])
      .default('open')
      .describe('Only those in this status; `open`: all that have not ended'),
    limit: z.int().min(1).max(500).default(50).describe('How many at most'),
    cursor: z.string().max(120).optional().describe('`next` of the page before'),
  }),
  output: z.object({
    handoffs: z.array(listedHandoff),
    total: z.int().describe('How many there are, on all pages'),
    next: z.string().optional().describe('Cursor of the next page, if there is one'),
    unreadable: z
      .array(z.object({ id: z.string(), why: z.string() }))
      .optional()
      .describe(`Those that cannot be read, ${MOST_LINES} at most`),
  }),
  effects: { readOnly: true },
  async call({ for: whose, status, limit, cursor }, { host, actor }) {
    const target = whose ?? (actor.kind === 'agent' ? actor.name : ANYBODY);
    const { glances, unreadable } = await host.handoffs.overview();
    const wanted = glances.filter(
      (one) => (target === ANYBODY || isSameAgent(one.to, target)) && isIn(one.status, status),
    );
    const page = pageOf(wanted, limit, cursor);
    const { total, next } = page;
    const handoffs = page.shown.map(listed);
    return {
      data: {
        handoffs,
        total,
        ...(next === undefined ? {} : { next }),
        ...(unreadable.length === 0 ? {} : { unreadable: unreadable.slice(0, MOST_LINES) }),
      },
      text: [tellList(page, target), ...tellUnreadable(unreadable)].join('\n'),
    };
  },
});

const ANYBODY = 'anybody';

function isIn(status: HandoffStatus, wanted: HandoffStatus | 'open' | 'all'): boolean {
  return wanted === 'all' || (wanted === 'open' ? !isTerminal(status) : status === wanted);
}

function tellList({ shown, total, left, next }: Page, target: string): string {
  const whose = target === ANYBODY ? '' : ` for ${target}`;
  if (total === 0) return `No handoffs${whose}. With status \`all\`, finished ones are listed too.`;
  const lines = shown.slice(0, MOST_LINES).map(({ id, status, from, to, task }) => {
    return `- ${id} (${status}) ${from} to ${to}: ${task.split('\n', 1)[0]?.slice(0, 120)}`;
  });
  const more = shown.length - lines.length + left;
  const further = next === undefined ? '' : `; behind this page: handoff_list with cursor ${next}`;
  const head = `${total === 1 ? '1 handoff' : `${total} handoffs`}${whose}. Take one by handoff_accept.`;
  return [head, ...lines, ...(more > 0 ? [`and ${more} more${further}`] : [])].join('\n');
}

function tellUnreadable(unreadable: readonly UnreadableHandoff[]): string[] {
  return unreadable.slice(0, MOST_LINES).map(({ id, why }) => `The handoff ${id} cannot be read: ${why}`);
}

const get = tool({
  name: 'handoff_get',
  title: 'Show a handoff',
  description: 'Gives a handoff with its whole package and its history. Changes nothing: to work on it, accept it.',
  input: argumentsOf({
    id: handoffId,
    format: z.enum(['markdown', 'json']).default('markdown').describe('Form of the text; the data is always there'),
  }),
  output: wholeHandoff,
  effects: { readOnly: true },
  call: async ({ id, format }, { host }) => tellWhole(await host.handoffs.get(id), '', format),
});

const accept = tool({
  name: 'handoff_accept',
  title: 'Accept a handoff',
  description:
    'Takes a handoff: from then on it is yours alone. Gives the whole package to work from. Whoever comes second is told who was first.',
  input: argumentsOf({ id: handoffId }),
  output: wholeHandoff,
  effects: { readOnly: false },
  async call({ id }, { host, actor }) {
    const stored = await host.actAs(actor).accept(id);
    return tellWhole(stored, `It is yours. When it is done: handoff_complete; if you will not do it: handoff_reject.`);
  },
});

const complete = tool({
  name: 'handoff_complete',
  title: 'Complete a handoff',
  description:
    'Ends a handoff you hold, with what was done. Give the handle of a run_test_suite to have what Baton saw recorded beside your summary.',
  input: argumentsOf({
    id: handoffId,
    summary: textUpTo(LONGEST_WORDS).describe('What was done, in your words'),
    check: workHandle.optional().describe('Handle of a run_test_suite of yours that has ended'),
  }),
  output: movedHandoff,
  effects: { readOnly: false },
  async call({ id, summary, check }, { host, actor, works }) {
    const note = noteWith(summary, check, works);
    const stored = await host.actAs(actor).complete(id, note);
    return tellMoved(
      stored,
      check === undefined ? 'It was recorded without evidence.' : 'What Baton saw is recorded with it.',
    );
  },
});

const reject = tool({
  name: 'handoff_reject',
  title: 'Reject a handoff',
  description: 'Ends a handoff that is for you, or that you hold, without doing it.',
  input: argumentsOf({ id: handoffId, reason: textUpTo(LONGEST_WORDS).describe('Why not, for whoever handed it on') }),
  output: movedHandoff,
  effects: { readOnly: false, destructive: true },
  async call({ id, reason }, { host, actor }) {
    const stored = await host.actAs(actor).reject(id, reason);
    return tellMoved(stored, 'The reason is recorded for whoever handed it on.');
  },
});

export const HANDOFF_TOOLS: readonly Tool[] = [prepare, list, get, accept, complete, reject];
