import type { ProgramResult } from '../../sys/program.ts';
import { endOfProgram, INTERRUPTED } from '../program-end.ts';
import type { SessionOutcome, SessionRequest } from '../runner.ts';
import { endOfService } from '../service.ts';
import type { Heard } from './listening.ts';
import { CODEX_LOGIN } from './login.ts';
import { CODEX_PACKAGE } from './program.ts';
import { readResult } from './result-shape.ts';

type Ending = Pick<SessionOutcome, 'ended' | 'detail' | 'exitCode' | 'result' | 'retryAfterMs'>;

/** How Codex ended; its output is what it complained of. */
export interface EndedCodex extends ProgramResult {
  /** Whether its own sandbox works here. */
  readonly hasSandbox: boolean;
}

/** What became of a session. Only a turn that says it is completed is one. */
export function endingOf(heard: Heard, program: EndedCodex, request: SessionRequest): Ending {
  const { exitCode } = program;
  if (request.signal.aborted) return { ...INTERRUPTED, exitCode };
  if (!program.hasSandbox) {
    const remedy = 'Let this user make user namespaces, bring Codex up to date, or set another `runner`.';
    const detail = `${WHO} cannot start its own sandbox here. ${remedy} It said: ${program.output.trim()}`;
    return { ended: 'unavailable', detail, exitCode };
  }
  if (heard.turn === 'completed') {
    return {
      ended: 'done',
      detail: '',
      exitCode,
      ...(heard.said === undefined ? {} : { result: readResult(heard.said) }),
    };
  }
  if (heard.turn === 'failed') return { ...endOfTurn(heard.error ?? ''), exitCode };
  const told = endOfProgram(WHO, { ...program, output: [heard.error ?? '', program.output].join('\n') }, request);
  if (told.ended === 'done') {
    return {
      ended: 'failed',
      detail: `${WHO} stopped: it ended without the event that tells how its turn ended.`,
      exitCode,
    };
  }
  if (told.ended === 'failed' && exitCode !== null && heard.sessionId === undefined) {
    const remedy = `Is it up to date? npm install ${CODEX_PACKAGE}@latest`;
    return { ...told, ended: 'unavailable', detail: `${WHO} did not even begin. ${remedy}\n${told.detail}` };
  }
  return told;
}

/** The file in Codex's own directory by which the start of a session tells that its sandbox does not work. */
export const NO_SANDBOX = 'no-sandbox';

const WHO = 'Codex';

/** Codex tells an error in words alone, in which a status may stand. How long to wait is not among them. */
function endOfTurn(message: string): Ending {
  if (NO_MONEY.test(message)) {
    return { ended: 'unavailable', detail: `${WHO} may not work with this account. It said: ${message}` };
  }
  const status = /\bstatus:? (\d{3})\b/.exec(message)?.[1] ?? (USED_UP.test(message) ? '429' : undefined);
  const error = { status: status === undefined ? undefined : Number(status), message };
  return endOfService(WHO, error, CODEX_LOGIN.remedy);
}

/** What lasts until a person has done something about the account. */
const NO_MONEY = /quota exceeded|billing/i;

/** A subscription that is used up for some hours. */
const USED_UP = /usage limit/i;
