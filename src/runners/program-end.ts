import { stripVTControlCharacters } from 'node:util';
import type { ProgramResult } from '../sys/program.ts';
import type { SessionEnd, SessionOutcome, SessionRequest } from './runner.ts';

/** Exit codes by which a program tells what is not its agent's fault. Others than these and 0 are a failed attempt. */
const TOLD_BY_EXIT_CODE: Readonly<Record<number, { readonly ended: SessionEnd; readonly means: string }>> = {
  // EX_TEMPFAIL and EX_CONFIG of sysexits.h; the last two are the shell's own.
  75: { ended: 'service', means: 'a service it needs does not answer for now' },
  78: { ended: 'unavailable', means: 'it is not set up to work here' },
  126: { ended: 'unavailable', means: 'a program may not be started' },
  127: {
    ended: 'unavailable',
    means: 'a program was not found (a relative path counts from the workbench, which holds what is committed)',
  },
};

/** How a session ended whose program is gone, with the end of what that printed as the reason. */
export function endOfProgram(
  what: string,
  result: ProgramResult,
  request: Pick<SessionRequest, 'signal' | 'deadlineMs'>,
): Pick<SessionOutcome, 'ended' | 'detail' | 'exitCode'> {
  const { exitCode, signal, timedOut, output } = result;
  if (request.signal.aborted) return { ...INTERRUPTED, exitCode };
  if (exitCode === 0 && !timedOut) return { ended: 'done', detail: '', exitCode };
  const known = timedOut ? undefined : TOLD_BY_EXIT_CODE[exitCode ?? 0];
  const how = timedOut
    ? `was ended when its time of ${request.deadlineMs / 1000} s was up`
    : exitCode === null
      ? `was ended by ${signal}`
      : `ended with exit code ${exitCode}${known === undefined ? '' : `: ${known.means}`}`;
  const ended = timedOut ? 'timed_out' : (known?.ended ?? 'failed');
  return { ended, detail: `${what} ${how}.${lastWords(output)}`, exitCode };
}

export const INTERRUPTED = { ended: 'interrupted', detail: 'The session was interrupted.' } as const;

const MOST_LAST_WORDS = 2_000;

function lastWords(output: string): string {
  const text = stripVTControlCharacters(output).trim();
  if (text === '') return ' It printed nothing.';
  return ` It printed last:\n${text.length > MOST_LAST_WORDS ? `...${text.slice(-MOST_LAST_WORDS)}` : text}`;
}
