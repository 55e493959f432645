import { userInfo } from 'node:os';
import { type InputRequiredResult, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { BatonError } from '../../base/error.ts';
import type { Answer } from '../../engine/run/answer.ts';
import { CHOICES } from '../../workflow/event-data.ts';
import {
  answerOf,
  digestOf,
  findWaiting,
  formFor,
  LONGEST_SAID,
  type Said,
  saidSchema,
  type Waiting,
} from '../asking.ts';
import { canShowForms } from '../client.ts';
import { type Matter, requestStates, type Sealed } from '../request-state.ts';
import { type Calling, type Told, type Tool, tool } from '../tool.ts';

const NAME = 'run_decide';

const words = z.string().min(1).max(LONGEST_SAID).optional();

const input = z.strictObject({
  ask: z
    .string()
    .regex(/^ask-[0-9a-f]{8}$/)
    .describe('the ask, as run_status shows it'),
  answer: z.enum(['approve', 'reject']).optional().describe('to an approval'),
  reason: words.describe('why it is rejected; the next attempt is told'),
  skip: words.describe('with approve: why the phase that follows is passed over'),
  text: words.describe('to a question'),
  decision: z.enum(CHOICES).optional().describe('to a decision'),
  hint: words.describe('with retry: what the next attempt should know'),
});

const output = z.object({
  ask: z.string(),
  run: z.string(),
  kind: z.enum(['approval', 'question', 'decision']),
  state: z.enum(['answered', 'open']).describe('open: nobody answered'),
  answer: z.string().optional().describe('what was decided: approved, rejected, answered, or the decision'),
  by: z.string().optional().describe('who answered'),
  asked: z
    .boolean()
    .describe('whether the person was asked by the client, and did not only speak through its arguments'),
  run_state: z.string().describe('how the run stands now'),
});

type Out = z.output<typeof output>;

const runDecide = tool({
  name: NAME,
  title: 'Have a person answer what a run waits for',
  description: `Answers an ask of a run. A client that can show forms shows the person what is asked, and only what they say there
counts; the arguments are no more than a proposal. After the answer, run_resume goes on with the run.`,
  input,
  output,
  effects: { readOnly: false, destructive: true },
  async call({ ask, ...said }, calling): Promise<Told<Out> | InputRequiredResult> {
    const waiting = await findWaiting(calling.host.runs, ask);
    if (canShowForms(calling.client)) return askPerson(waiting, said, calling);
    if (calling.actor.kind === 'agent') throw notForAgents(waiting);
    return record(waiting, said, calling.actor.name, calling, false);
  },
});

export const DECIDE_TOOLS: readonly Tool[] = [runDecide];

/** Shows the question first, and takes what the person said when the client comes back with it. */
async function askPerson(waiting: Waiting, proposed: Said, calling: Calling): Promise<Told<Out> | InputRequiredResult> {
  const { actor, request } = calling;
  const matter: Matter = { actor, tool: NAME, ask: waiting.ask.id, digest: digestOf(waiting) };
  const sealed = request.mcpReq.requestState<Sealed>();
  if (sealed === undefined) {
    const form = formFor(waiting, proposed);
    return inputRequired({ inputRequests: { [FORM]: form }, requestState: await requestStates.seal(matter, request) });
  }
  requestStates.redeem(sealed, matter);
  const response = inputResponse(request.mcpReq.inputResponses, FORM);
  if (response.kind !== 'elicit')
    throw new BatonError('invalid_input', 'No answer came with it. Call run_decide again.');
  if (response.action !== 'accept') return leftOpen(waiting, calling);
  const said = saidSchema.safeParse(response.content ?? {});
  if (!said.success) throw new BatonError('invalid_input', 'The answer is not what the form asked for. Ask again.');
  return record(waiting, said.data, personAt(calling), calling, true);
}

const FORM = 'answer';

/** Whom the client asked: the one it works for, or whoever sits where an agent's client runs. */
function personAt({ actor }: Calling): string {
  return actor.kind === 'person' ? actor.name : userInfo().username;
}

async function record({ ask, run }: Waiting, said: Said, by: string, { host }: Calling, asked: boolean) {
  const answer = answerOf(ask, said);
  const view = await host.runs.answer(ask.id, answer, by, { vouched: asked });
  const doubt = asked ? '' : ' No person was seen to give it, and so it is recorded.';
  return {
    data: {
      ask: ask.id,
      run,
      kind: ask.kind,
      state: 'answered' as const,
      answer: wordFor(answer),
      by,
      asked,
      run_state: view.state,
    },
    text: `${ask.id} is answered by ${by}: ${wordFor(answer)}.${doubt} To go on: run_resume ${run}.`,
  };
}

/** What was decided, in a word: it may be otherwise than the model proposed. */
function wordFor(answer: Answer): string {
  switch (answer.kind) {
    case 'approval':
      return answer.approved ? 'approved' : 'rejected';
    case 'question':
      return 'answered';
    case 'decision':
      return answer.choice;
  }
}

async function leftOpen({ ask, run }: Waiting, { host }: Calling): Promise<Told<Out>> {
  const { state } = await host.runs.view(run);
  return {
    data: { ask: ask.id, run, kind: ask.kind, state: 'open', asked: true, run_state: state },
    text: `The person gave no answer. ${ask.id} stays open; do not answer it in their place.`,
  };
}

function notForAgents({ ask: { id, kind } }: Waiting): BatonError {
  return new BatonError(
    'not_authorised',
    `${id} waits for a person, and this client can ask none. A person can answer it on the command line: ${WAYS[kind].replace('ASK', id)}`,
  );
}

const WAYS = {
  approval: 'baton approve ASK, or baton reject ASK --reason "..."',
  question: 'baton answer ASK "..."',
  decision: `baton decide ASK ${CHOICES.join('|')}`,
} as const;
