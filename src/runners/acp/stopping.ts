import { LONGEST_TIMER_MS } from '../../base/clock.ts';
import type { SessionRequest } from '../runner.ts';

/** Why a session is stopped: by Baton, by its deadline, or since its service is in trouble. */
export type StopReason = 'interrupted' | 'timed_out' | 'trouble';

/** How long an agent has to end its turn by itself, once it was asked to. */
const GRACE_MS = 2_000;

/**
 * Stops a session when its time is up or Baton is: first by asking, so that the agent ends what it started and tells what it
 * used, then by force. `ask` gives whether there was anything to ask.
 */
export function stopInTime({ signal, deadlineMs }: SessionRequest, ask: () => Promise<boolean>, end: () => void) {
  let why: StopReason | undefined;
  let force: NodeJS.Timeout | undefined;
  const stop = (reason: StopReason) => {
    if (why !== undefined) return;
    why = reason;
    force = setTimeout(end, GRACE_MS);
    ask().then((asked) => asked || end(), end);
  };
  const abort = () => stop('interrupted');
  const deadline = setTimeout(() => stop('timed_out'), Math.min(deadlineMs, LONGEST_TIMER_MS));
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return {
    stop,
    why: () => why,
    over(): void {
      clearTimeout(deadline);
      clearTimeout(force);
      signal.removeEventListener('abort', abort);
    },
  };
}
