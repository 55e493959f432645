import type { SessionOutcome } from './runner.ts';

/** What went wrong between an agent program and its model, as far as the program tells. */
export interface ServiceError {
  /** The HTTP status, where there was an answer. */
  readonly status?: number | undefined;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
}

type Ending = Pick<SessionOutcome, 'ended' | 'detail' | 'retryAfterMs'>;

/**
 * How a session ended by an error of its service, in one sentence that says what to do.
 *
 * | error                                     | ended       |
 * |-------------------------------------------|-------------|
 * | 401, 403, a key that is missing or wrong   | unavailable |
 * | 404, a model that does not exist           | unavailable |
 * | no credit left, whatever its status        | unavailable |
 * | 429, 5xx, overload, no connection          | service     |
 * | the conversation is too long               | failed      |
 * | everything else                            | failed      |
 */
export function endOfService(who: string, error: ServiceError, remedy: string): Ending {
  const { status, retryAfterMs } = error;
  const message = error.message.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
  const said = message === '' ? '' : ` It said: ${message}`;
  if (status === 401 || status === 403 || NO_LOGIN.test(message)) {
    const why = status === undefined ? 'there is no valid login' : `the service answered ${status}`;
    return { ended: 'unavailable', detail: `${who} is not logged in: ${why}. ${remedy}${said}` };
  }
  if (NO_CREDIT.test(message)) {
    const more = 'Pay for more, or set another `runner` or `model` in baton.yaml.';
    return { ended: 'unavailable', detail: `${who} cannot work: its account has no credit left. ${more}${said}` };
  }
  if (TOO_LONG.test(message)) {
    return { ended: 'failed', detail: `${who} gave up: its conversation became too long for the model.${said}` };
  }
  if (status === 404 || NO_MODEL.test(message)) {
    const what = 'the service does not know the model or the address';
    return { ended: 'unavailable', detail: `${who} cannot work: ${what}. Set another \`model\` in baton.yaml.${said}` };
  }
  if (status === 429 || LIMITED.test(message)) {
    return { ended: 'service', retryAfterMs, detail: `${who} was told to wait: the rate limit is reached.${said}` };
  }
  if ((status !== undefined && status >= 500) || OVERLOADED.test(message)) {
    const code = status === undefined ? '' : ` (${status})`;
    return { ended: 'service', retryAfterMs, detail: `${who} found its service overloaded or broken${code}.${said}` };
  }
  if (UNREACHABLE.test(message)) {
    return { ended: 'service', retryAfterMs, detail: `${who} lost the connection to its service.${said}` };
  }
  const code = status === undefined ? '' : ` (${status})`;
  return { ended: 'failed', detail: `${who} was refused by its service${code}.${said}` };
}

/** A `Retry-After` of seconds, or of a date. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms >= 0 ? Math.round(ms) : undefined;
}

const NO_LOGIN =
  /\b401\b|\b403\b|unauthori[sz]ed|authentication|invalid (?:x-)?api[- ]key|not logged in|please run \/login|missing (?:env|environment) var|api key not valid|no auth/i;
/** Waiting brings nothing back here, though most services call it a limit. */
const NO_CREDIT = /insufficient_quota|current quota, please check your plan|credit balance is too low|out of credits/i;
const TOO_LONG =
  /too long|context (?:length|window)|maximum context|context_length_exceeded|exceeds the limit of tokens/i;
const NO_MODEL = /model[^.]{0,60}(?:not found|does not exist|not exist|not supported)|not_found_error/i;
const LIMITED = /\b429\b|rate.?limit|too many requests|resource.?exhausted|quota/i;
const OVERLOADED = /\b5\d\d\b|overloaded|internal server error|server_error|bad gateway|unavailable|high demand/i;
const UNREACHABLE =
  /ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|fetch failed|connection|socket|network|stream (?:disconnected|closed|ended)|timed? ?out|terminated/i;
