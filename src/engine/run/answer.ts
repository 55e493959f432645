import { BatonError } from '../../base/error.ts';
import { canonicalJson, type JsonValue } from '../../base/json.ts';
import { redact } from '../../handoff/redact.ts';
import type { Entry, Store } from '../../store/store.ts';
import type { UserSecret } from '../../sys/user-secret.ts';
import { possibleChoices } from '../../workflow/choices.ts';
import type { JournalEvent } from '../../workflow/event.ts';
import { CHOICES, type Choice, type EventData } from '../../workflow/event-data.ts';
import { passable } from '../../workflow/moves.ts';
import type { OpenAsk, RunState } from '../../workflow/state.ts';
import { openTurn, readRun } from './turn.ts';

export type Answer = EventData<'ask.answered'>['answer'];

export interface Answering {
  readonly ask: string;
  readonly answer: Answer;
  /** Who answers. */
  readonly by: string;
  readonly secret: UserSecret;
  /** Whether it is known that a person gave it, and not a program in their name. */
  readonly vouched: boolean;
}

export interface AnswerOptions {
  /** Whether it is known that a person gave the answer; default true. Else it is recorded as unauthenticated. */
  readonly vouched?: boolean | undefined;
}

/**
 * Answers an open ask, once. Whoever comes second is told; an ask whose matter has changed is void. A journal is shared:
 * secrets are taken out of what a person says, too.
 */
export async function answerAsk(store: Store, { ask, answer: said, by, secret, vouched }: Answering): Promise<string> {
  const run = await runOfAsk(store, ask);
  const turn = await openTurn(store, run, () => undefined);
  const open = turn.state.ask;
  if (turn.state.ended !== undefined) throw refused(ask, `the run ${run} has ended`);
  if (open?.id !== ask) throw refused(ask, await whyClosed(store, run, ask));
  if (open.kind !== said.kind) throw wrongKind(open, said);
  if (said.kind === 'approval' && said.skip !== undefined) refuseIdleSkip(ask, turn.state);
  if (said.kind === 'decision') refuseNoChoice(ask, said.choice, turn.state);
  const { value, redactions } = redact(said as unknown as JsonValue);
  const answer = value as unknown as Answer;
  const contained = areContained((await readRun(store, run)).map(({ event }) => event));
  const signature = secret.sign(bound(run, open, answer, vouched));
  await turn.append({
    type: 'ask.answered',
    actor: by,
    data: {
      ask,
      answer,
      by,
      signature,
      key: secret.id,
      authenticated: contained && vouched,
      ...(vouched ? {} : { vouched }),
      ...(redactions.length === 0 ? {} : { redactions }),
    },
  });
  return run;
}

/** The text a signature stands under: the answer, exactly what it answers, and that nobody vouches for it if so. */
export function bound(run: string, { id, kind, about, tree }: OpenAsk, answer: Answer, vouched: boolean): string {
  const said = { answer: answer as unknown as JsonValue, ...(vouched ? {} : { vouched }) };
  return canonicalJson({ run, id, kind, about, tree: tree ?? null, ...said });
}

/** An agent that ran without a sandbox could have read the person's secret: what it could have said is marked so. */
export function areContained(events: readonly JournalEvent[]): boolean {
  const ends = events.filter(({ type }) => type === 'session.ended');
  return ends.every(({ data }) => data.contained === true || data.ended === 'lost');
}

async function runOfAsk(store: Store, ask: string): Promise<string> {
  for (const journal of await store.list('runs')) {
    const entries = await store.read(journal);
    if (entries.some((entry) => isAbout(entry, 'ask.opened', ask))) return journal.slice('runs/'.length);
  }
  throw new BatonError('not_found', `There is no ask ${JSON.stringify(ask)}. \`baton status\` shows what waits.`);
}

async function whyClosed(store: Store, run: string, ask: string): Promise<string> {
  const answered = (await readRun(store, run)).find((entry) => isAbout(entry, 'ask.answered', ask));
  if (answered === undefined) return 'what it was about has changed meanwhile';
  return `${String(answered.event.data.by ?? answered.event.actor)} answered it at ${answered.event.at}`;
}

function isAbout({ event }: Entry, type: string, ask: string): boolean {
  return event.type === type && event.data.ask === ask;
}

function refused(ask: string, why: string): BatonError {
  return new BatonError('lost_race', `${ask} takes no answer any more: ${why}.`, { data: { ask } });
}

/** What cannot be passed over is said before anything is recorded. */
function refuseIdleSkip(ask: string, state: RunState): void {
  if (passable(state) !== undefined) return;
  throw new BatonError(
    'wrong_status',
    `Nothing can be passed over with ${ask}: the phase that follows ${state.phase} does not say where else a run may go (\`otherwise\`). Approve it without --skip.`,
  );
}

/** A test can be skipped only while a run works on one. */
function refuseNoChoice(ask: string, choice: Choice, state: RunState): void {
  const choices = possibleChoices(state);
  if (choices.includes(choice)) return;
  throw new BatonError(
    'wrong_status',
    `Nothing can be skipped with ${ask}: the run is in ${state.phase} and has chosen no item of the test list. Choose ${choices.join(', ')}.`,
  );
}

const WANTED = { approval: 'an approval', question: 'an answer', decision: 'a decision' } as const;

function wrongKind({ id, kind, choices = CHOICES }: OpenAsk, answer: Answer): BatonError {
  const how = {
    approval: `baton approve ${id}, or baton reject ${id} --reason "..."`,
    question: `baton answer ${id} "..."`,
    decision: `baton decide ${id} ${choices.join('|')}`,
  }[kind];
  return new BatonError(
    'wrong_status',
    `${id} asks for ${WANTED[kind]}, not for ${WANTED[answer.kind]}. Answer it with: ${how}.`,
  );
}
