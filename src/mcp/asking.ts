import { type ElicitRequestFormParams, inputRequired } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { BatonError } from '../base/error.ts';
import { contentDigest } from '../engine/content-digest.ts';
import type { Answer } from '../engine/run/answer.ts';
import type { Runs } from '../engine/run/runs.ts';
import { redactText } from '../handoff/redact.ts';
import { CHOICES } from '../workflow/event-data.ts';
import type { OpenAsk } from '../workflow/state.ts';

/** Something that waits for a person, with all that is known of it. */
export interface Waiting {
  readonly run: string;
  readonly ask: OpenAsk;
  /** Which files it is about, and how much of them changed. */
  readonly change: string | undefined;
}

/** What a person may say, as a form has it or as a tool's arguments have it. */
export interface Said {
  readonly answer?: 'approve' | 'reject' | undefined;
  readonly reason?: string | undefined;
  readonly skip?: string | undefined;
  readonly text?: string | undefined;
  readonly decision?: (typeof CHOICES)[number] | undefined;
  readonly hint?: string | undefined;
}

export const LONGEST_SAID = 20_000;
const words = z.string().max(LONGEST_SAID).optional();

/** What a client may send back of a form. Whatever else it sends is not looked at. */
export const saidSchema = z.object({
  answer: z.enum(['approve', 'reject']).optional(),
  reason: words,
  skip: words,
  text: words,
  decision: z.enum(CHOICES).optional(),
  hint: words,
});

/** The open ask of that name, wherever it is. */
export async function findWaiting(runs: Runs, id: string): Promise<Waiting> {
  for (const { run, asks } of await runs.list()) {
    const ask = asks.find((open) => open.id === id);
    if (ask === undefined) continue;
    const opened = (await runs.entries(run)).find(({ event }) => event.data.ask === id && event.type === 'ask.opened');
    const change = opened?.event.data.change;
    return { run, ask, change: typeof change === 'string' && change !== '' ? change : undefined };
  }
  throw new BatonError(
    'not_found',
    `Nothing called ${id} waits for an answer: it was answered, or its run went on. run_status shows what waits.`,
  );
}

/** One value for all that a person is shown: another value, another question. */
export function digestOf({ run, ask, change }: Waiting): string {
  return contentDigest({ run, ...ask, change: change ?? null });
}

/** The form that a person is shown. What was proposed fills in words, but no choice is made for anybody. */
export function formFor(waiting: Waiting, proposed: Said) {
  return inputRequired.elicit({
    message: questionOf(waiting),
    requestedSchema: fieldsFor(waiting.ask, proposed),
  });
}

/** Exactly what is asked. What agents wrote is set off as a quotation, so that it cannot pass for Baton's own words. */
function questionOf({ run, ask, change }: Waiting): string {
  const about = [...quoted(ask.about), ...(change === undefined ? [] : ['', 'What changes:', ...quoted(change)])];
  return [
    `Baton: the run ${run} waits for you (${ask.kind}, ${ask.id}).`,
    '',
    ...about,
    '',
    `\`baton show ${ask.id}\` shows all of it. Only what you say here counts.`,
  ].join('\n');
}

const LONGEST_ABOUT = 6_000;

function quoted(text: string): string[] {
  const clean = redactText(text).text;
  const shown = clean.length > LONGEST_ABOUT ? `${clean.slice(0, LONGEST_ABOUT)}\n(and more)` : clean;
  return shown
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => `> ${line.replaceAll('\t', '  ').replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')}`);
}

type Fields = ElicitRequestFormParams['requestedSchema'];

function fieldsFor({ kind, choices = CHOICES }: OpenAsk, { reason, skip, text, hint }: Said): Fields {
  if (kind === 'question') {
    return { type: 'object', properties: { text: line('Your answer', text) }, required: ['text'] };
  }
  if (kind === 'decision') {
    const decision = { type: 'string', title: 'What to do', enum: [...choices] } as const;
    const properties = { decision, hint: line('Hint for the next attempt', hint) };
    return { type: 'object', properties, required: ['decision'] };
  }
  const answer = { type: 'string', title: 'Your decision', enum: ['approve', 'reject'] } as const;
  const properties = {
    answer,
    reason: line('Why, if you reject it', reason),
    skip: line('To pass over the phase that follows: why', skip),
  };
  return { type: 'object', properties, required: ['answer'] };
}

function line(title: string, proposed: string | undefined) {
  return { type: 'string', title, ...(proposed === undefined ? {} : { default: proposed }) } as const;
}

/** What somebody said, as an answer to an ask of that kind; else what is missing. */
export function answerOf({ id, kind, choices = CHOICES }: OpenAsk, said: Said): Answer {
  const { answer, decision } = said;
  const [reason, skip, text, hint] = [said.reason, said.skip, said.text, said.hint].map(orNothing);
  if (kind === 'question') {
    if (text === undefined) throw lacking(id, '`text`: the answer to its question');
    return { kind, text };
  }
  if (kind === 'decision') {
    if (decision === undefined) throw lacking(id, `\`decision\`: one of ${choices.join(', ')}`);
    return { kind, choice: decision, ...(hint === undefined ? {} : { hint }) };
  }
  if (answer === undefined) throw lacking(id, '`answer`: approve or reject');
  if (answer === 'approve') return { kind, approved: true, ...(skip === undefined ? {} : { skip: { reason: skip } }) };
  if (reason === undefined) throw lacking(id, '`reason`: why it is rejected');
  return { kind, approved: false, reason };
}

function orNothing(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

function lacking(ask: string, what: string): BatonError {
  return new BatonError('invalid_input', `${ask} stays open: what it needs is ${what}.`);
}
