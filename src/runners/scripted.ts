import { setTimeout as sleep } from 'node:timers/promises';
import { isBatonError } from '../base/error.ts';
import { endOfProgram, INTERRUPTED } from './program-end.ts';
import type { Runner, SessionOutcome, SessionRequest, Usage } from './runner.ts';
import { checkScript, pickSession, placeOf, type Script, type ScriptedSession } from './script.ts';
import { makeEdits } from './script-edits.ts';
import { playProgram, prepareEnvironment } from './session-program.ts';

export { parseScript, pickSession, type Script, type ScriptedSession } from './script.ts';

export interface ScriptedRunnerOptions {
  /** What errors call the script: its file. */
  readonly name?: string | undefined;
}

/**
 * Plays prepared sessions: edits, commands and an ending for each phase, cycle and attempt. One that the script does not
 * have is `unavailable`: a test never passes because an earlier session was played again.
 */
export function scriptedRunner(script: Script, { name = 'script' }: ScriptedRunnerOptions = {}): Runner {
  const checked = checkScript(script, name);
  return {
    name: 'scripted',
    // A script was checked when it was given; it needs nothing else.
    check: async () => undefined,
    play: (request) => play(request, checked, name),
  };
}

async function play(request: SessionRequest, script: Script, name: string): Promise<SessionOutcome> {
  if (request.signal.aborted) return INTERRUPTED;
  const session = pickSession(script, request);
  if (session === undefined) {
    return { ended: 'unavailable', detail: `${name} has no session for ${placeOf(request)}: add one.` };
  }
  try {
    return { ...(await playSession(session, request)), ...reportOf(session, request) };
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return { ended: 'unavailable', detail: `${name}, ${placeOf(session)}: ${error.message}` };
  }
}

async function playSession(session: ScriptedSession, request: SessionRequest): Promise<SessionOutcome> {
  const end = performance.now() + request.deadlineMs;
  if (session.say !== undefined) request.onMessage({ kind: 'text', text: session.say });
  makeEdits(session, request.workbench, request.onMessage);
  const stopped = (await runCommands(session, request, end)) ?? (await wait(session, request, end));
  return (
    stopped ?? {
      ended: session.end ?? 'done',
      detail: session.detail ?? said(session.end),
      retryAfterMs: session.retry_after_ms,
    }
  );
}

function said(end: ScriptedSession['end'] = 'done'): string {
  return end === 'done' ? '' : `The script lets this session end as ${end}.`;
}

/** Runs the session's commands; gives an outcome only if one of them did not end well. */
async function runCommands(
  session: ScriptedSession,
  request: SessionRequest,
  end: number,
): Promise<SessionOutcome | undefined> {
  if (session.run === undefined) return undefined;
  const environment = prepareEnvironment(request);
  for (const command of session.run) {
    const timeoutMs = Math.max(1, end - performance.now());
    request.onMessage({ kind: 'tool_call', tool: 'Bash', input: { command } });
    const played = await playProgram(request, ['sh', '-c', command], environment, { timeoutMs });
    const outcome = endOfProgram(`The command \`${command}\``, played, request);
    request.onMessage({ kind: 'tool_result', tool: 'Bash', ok: outcome.ended === 'done', text: played.output });
    if (outcome.ended !== 'done') return outcome;
  }
  return undefined;
}

async function wait(
  { wait_ms = 0 }: ScriptedSession,
  { signal, deadlineMs }: SessionRequest,
  end: number,
): Promise<SessionOutcome | undefined> {
  const left = Math.max(0, end - performance.now());
  await sleep(Math.min(wait_ms, left), undefined, { signal }).catch(() => undefined);
  if (signal.aborted) return INTERRUPTED;
  return wait_ms > left
    ? { ended: 'timed_out', detail: `The session was ended when its time of ${deadlineMs / 1000} s was up.` }
    : undefined;
}

/** What a session says of itself however it ended. */
function reportOf(session: ScriptedSession, request: SessionRequest): Partial<SessionOutcome> {
  const usage = usageOf(session);
  if (usage !== undefined) request.onMessage({ kind: 'usage', usage });
  return {
    ...(session.result === undefined ? {} : { result: session.result }),
    ...(usage === undefined ? {} : { usage }),
    sessionId: `scripted-${request.phase}-${request.cycle}-${request.attempt}`,
    model: request.model,
  };
}

function usageOf({ usage }: ScriptedSession): Usage | undefined {
  if (usage === undefined) return undefined;
  const { input_tokens: inputTokens, output_tokens: outputTokens, usd } = usage;
  return { inputTokens, outputTokens, usd };
}
