import { stripVTControlCharacters } from 'node:util';
import { endOfProgram, INTERRUPTED } from '../program-end.ts';
import type { SessionOutcome, SessionRequest } from '../runner.ts';
import { endOfService } from '../service.ts';
import type { Conversation } from './conversation.ts';
import { readFailure } from './failure.ts';
import type { Profile } from './profile.ts';
import type { Refusal } from './prompts.ts';

type Ending = Pick<SessionOutcome, 'ended' | 'detail' | 'retryAfterMs' | 'result' | 'exitCode'>;

export interface EndedAgent {
  readonly title: string;
  readonly profile: Pick<Profile, 'readFailure'> | undefined;
  /** What to do if it is not logged in. */
  readonly remedy: string;
}

/** How a session ended, from what is known of its conversation. */
export function outcomeOf(
  conversation: Conversation,
  agent: EndedAgent,
  request: Pick<SessionRequest, 'signal' | 'deadlineMs'>,
): SessionOutcome {
  const { usage, sessionId, model } = conversation;
  return { ...endOf(conversation, agent, request), usage, sessionId, model };
}

function endOf(
  conversation: Conversation,
  { title, profile, remedy }: EndedAgent,
  request: Pick<SessionRequest, 'signal' | 'deadlineMs'>,
): Ending {
  const { stopped, trouble, failure, obstacle, stopReason, isReady, words } = conversation;
  if (stopped === 'interrupted') return INTERRUPTED;
  if (stopped === 'timed_out') {
    const detail = `${title} was ended when its time of ${request.deadlineMs / 1000} s was up.`;
    return { ended: 'timed_out', detail };
  }
  if (trouble !== undefined) return endOfTrouble(title, trouble, remedy);
  if (obstacle !== undefined) {
    const detail = `${title} ${obstacle}. Set \`command\` or \`model\` in baton.yaml.${lastWords(words)}`;
    return { ended: 'unavailable', detail };
  }
  if (failure !== undefined && !isReady) {
    const detail = `${title} does not take part in the Agent Client Protocol: ${failure.message}. Set another \`command\`.`;
    return { ended: 'unavailable', detail };
  }
  if (failure !== undefined) return endOfService(title, (profile?.readFailure ?? readFailure)(failure), remedy);
  if (stopReason !== undefined) return endOfTurn(title, stopReason, conversation);
  return endOfSilence(title, conversation, request);
}

/** A request that failed again and again: never the attempt's fault, whatever the words. */
function endOfTrouble(title: string, message: string, remedy: string): Ending {
  const ending = endOfService(title, { message }, remedy);
  if (ending.ended !== 'failed') return ending;
  return { ended: 'service', detail: `${title} got no answer from its service. It said: ${message}` };
}

function endOfTurn(title: string, stopReason: string, { refusals, ear }: Conversation): Ending {
  const failed = (why: string): Ending => ({ ended: 'failed', detail: `${title} ${why}.` });
  switch (stopReason) {
    case 'end_turn':
      if (!ear.isAlive()) return failed('ended its turn without a word and without doing anything');
      if (!ear.wentOn()) return failed(`gave up when it was refused ${named(refusals)}`);
      return { ended: 'done', detail: '', ...(ear.said() === '' ? {} : { result: ear.said() }) };
    case 'cancelled':
      if (refusals.length > 0) return failed(`cancelled its turn when it was refused ${named(refusals)}`);
      return failed('cancelled its turn, though nobody asked it to');
    case 'max_tokens':
      return failed('stopped: its model reached the most tokens it may give');
    case 'max_turn_requests':
      return failed('stopped: it reached the most requests it makes in one turn');
    case 'refusal':
      return failed('stopped: its model refused to go on');
    default:
      return failed(`stopped for a reason Baton does not know (${stopReason})`);
  }
}

function named(refusals: readonly Refusal[]): string {
  const [last] = refusals.slice(-1);
  return last === undefined ? 'something' : `${last.tool}${last.title === '' ? '' : ` (${last.title})`}: ${last.why}`;
}

/** The program is gone and never answered. What its exit code says is heard only where it says that all is not well. */
function endOfSilence(
  title: string,
  conversation: Conversation,
  request: Pick<SessionRequest, 'signal' | 'deadlineMs'>,
) {
  const { program, words, isReady, brokenBy } = conversation;
  if (brokenBy !== undefined) {
    return { ended: 'failed', detail: `${title} cannot be talked to any more: ${brokenBy}.` } as const;
  }
  const ending = endOfProgram(title, { ...program, output: words }, request);
  if (ending.ended !== 'done') return ending;
  const before = isReady ? 'an answer to its task' : 'saying that it speaks the Agent Client Protocol';
  const ended = isReady ? 'failed' : 'unavailable';
  return { ...ending, ended, detail: `${title} ended (exit code 0) without ${before}.${lastWords(words)}` } as const;
}

function lastWords(words: string): string {
  const text = stripVTControlCharacters(words).trim();
  return text === '' ? ' It printed nothing else.' : ` It printed last:\n${text.slice(-2_000)}`;
}
