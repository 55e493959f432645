import { userEnvironment } from '../../sys/environment.ts';
import { runProgram } from '../../sys/program.ts';
import type { RunState } from '../../workflow/state.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Calls the command that the project wants called when a run waits for a person or has ended. It is the user's own: it
 * gets the user's environment. A run is what it is whether or not this works, so trouble is only told.
 */
export async function notify(state: RunState, { pinned, repository, onProgress }: Surroundings): Promise<void> {
  const { notify: command } = pinned;
  const standing = state.ended ?? (state.stage === 'waiting' ? 'waiting' : undefined);
  if (command === undefined || standing === undefined) return;
  onProgress('notifying');
  const program = typeof command === 'string' ? ['sh', '-c', command] : command;
  const cwd = repository.checkout ?? repository.cwd;
  try {
    const told = await runProgram({
      program,
      cwd,
      environment: environmentFor(state, standing),
      timeoutMs: LONGEST_MS,
    });
    if (told.exitCode === 0) return;
    onProgress(`the notify command failed: ${told.timedOut ? 'it took too long' : `exit code ${told.exitCode}`}`);
  } catch (error) {
    onProgress(`the notify command failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const LONGEST_MS = 30_000;

function environmentFor(state: RunState, standing: string): Record<string, string> {
  return userEnvironment({
    BATON_RUN: state.run,
    BATON_STATE: standing,
    BATON_PHASE: state.phase,
    BATON_CYCLE: String(state.cycle),
    BATON_ASK: state.ask?.id ?? '',
  });
}
