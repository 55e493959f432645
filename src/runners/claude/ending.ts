import type { ProgramResult } from '../../sys/program.ts';
import { endOfProgram, INTERRUPTED } from '../program-end.ts';
import type { SessionOutcome, SessionRequest } from '../runner.ts';
import { endOfService } from '../service.ts';
import type { Heard } from './listening.ts';
import type { ResultMessage } from './sdk.ts';

/** All that is known of a session of Claude Code once its program is gone. */
export interface Conversation {
  readonly heard: Heard;
  /** Why Baton ended it before it was over. */
  readonly stopped: 'timed_out' | 'interrupted' | undefined;
  /** How its program ended; nothing if it never started. */
  readonly program: ProgramResult | undefined;
  /** Its last words outside the conversation. */
  readonly words: string;
}

type Ending = Pick<SessionOutcome, 'ended' | 'detail' | 'retryAfterMs' | 'exitCode' | 'result'>;

/** What became of a session. Only a result that tells of success and carries no error is one. */
export function outcomeOf(conversation: Conversation, request: SessionRequest, remedy: string): SessionOutcome {
  const { sessionId, model = request.model, usage } = conversation.heard;
  return { ...endingOf(conversation, request, remedy), sessionId, model, usage };
}

function endingOf(conversation: Conversation, request: SessionRequest, remedy: string): Ending {
  const { heard, stopped } = conversation;
  if (stopped === 'interrupted') return INTERRUPTED;
  if (stopped === 'timed_out') {
    return { ended: 'timed_out', detail: `${WHO} was ended when its time of ${request.deadlineMs / 1000} s was up.` };
  }
  if (heard.result === undefined) return withoutResult(conversation, request);
  return ofResult(heard.result, heard, request, remedy);
}

const WHO = 'Claude Code';

function ofResult(result: ResultMessage, heard: Heard, request: SessionRequest, remedy: string): Ending {
  const said = saidBy(result);
  if (result.stop_reason === 'refusal') {
    return failed(`its model refused to go on. Say the request in other words, or set another \`model\`.${said}`);
  }
  if (result.subtype === 'error_max_budget_usd') {
    const spent = `$${result.total_cost_usd.toFixed(2)} of $${request.budgetUsd?.toFixed(2)}`;
    return failed(`the budget is used up (${spent}). Raise \`budget.usd\` in baton.yaml to go on.`);
  }
  if (result.subtype === 'error_max_turns') {
    return failed(`its ${request.maxTurns} turns are used up. Raise \`maxTurns\` of the agent, or give it less to do.`);
  }
  if (result.subtype === 'error_max_structured_output_retries') {
    return failed(`its agent did not bring its result into the form that is asked for.${said}`);
  }
  if (result.subtype !== 'success') return failed(`it could not go on (${result.subtype}).${said}`);
  if (!result.is_error) return { ended: 'done', detail: '', result: result.structured_output ?? result.result };
  if (ACCOUNT_ERRORS.includes(heard.error ?? '')) {
    return { ended: 'unavailable', detail: `${WHO} may not work with this account (${heard.error}). ${remedy}${said}` };
  }
  const error = {
    status: result.api_error_status ?? undefined,
    message: result.result ?? '',
    retryAfterMs: heard.retryAfterMs,
  };
  return endOfService(WHO, error, remedy);
}

/** Errors that last until a person has done something about the account, whatever their status. */
const ACCOUNT_ERRORS = [
  'account_on_hold',
  'billing_error',
  'cloud_credential_error',
  'oauth_org_not_allowed',
  'verification_required',
];

/** A program that went without a word of how it ended has failed, whatever its exit code says. */
function withoutResult({ program, words }: Conversation, request: SessionRequest): Ending {
  if (program === undefined) return { ended: 'unavailable', detail: `${WHO} could not be started: ${words.trim()}` };
  const told = endOfProgram(WHO, { ...program, output: words }, request);
  if (told.ended !== 'done') return told;
  return { ...failed('its program ended without a result.'), exitCode: program.exitCode };
}

function failed(why: string): Ending {
  return { ended: 'failed', detail: `${WHO} stopped: ${why}` };
}

const MOST_SAID = 500;

function saidBy({ errors = [], result = '' }: ResultMessage): string {
  const text = [...errors, result].join(' ').replaceAll(/\s+/g, ' ').trim();
  return text === '' ? '' : ` It said: ${text.slice(0, MOST_SAID)}`;
}
