import { endLeftPrograms } from '../../sys/left-programs.ts';
import type { Command } from '../../workflow/command.ts';
import { next } from '../../workflow/command.ts';
import { startedIn } from '../started-programs.ts';
import { openAsk } from './ask.ts';
import { proveBaseline } from './baseline.ts';
import { closeRun } from './close.ts';
import { completePhase } from './complete.ts';
import { judge } from './judge.ts';
import { rollBack } from './roll-back.ts';
import { loseSession } from './session/end.ts';
import { play } from './session/play.ts';
import type { Surroundings } from './surroundings.ts';
import type { Turn } from './turn.ts';

/** Does the one thing that is due, if there is one. The only way a run moves; doing it again is harmless. */
export async function advance(turn: Turn, around: Surroundings): Promise<Command | undefined> {
  const [command] = next(turn.state);
  if (command !== undefined) await carryOut(command, turn, around);
  return command;
}

async function carryOut(command: Command, turn: Turn, around: Surroundings): Promise<void> {
  switch (command.kind) {
    case 'prove_baseline':
      return proveBaseline(turn, around);
    case 'play':
      return play(turn, around, command.waitMs);
    case 'recover_session':
      return recoverSession(turn, around);
    case 'judge':
      return judge(turn, around, command.gates);
    case 'complete_phase':
      return completePhase(turn, around, command.dropped);
    case 'open_ask':
      return openAsk(turn, around, command.need);
    case 'roll_back':
      return rollBack(turn, around, command);
    case 'close_run':
      return closeRun(turn, around);
    case 'exceed_budget':
      await turn.append({ type: 'budget.exceeded', data: { what: command.what } });
      return;
    case 'abort':
      await turn.append({ type: 'run.aborted', data: { reason: command.reason } });
      return;
    case 'fail_run':
      await turn.append({ type: 'run.failed', data: { reason: command.reason } });
      return;
  }
}

/** The Baton that played this session died: its programs are ended, its workbench is made anew, the attempt begins again. */
async function recoverSession(turn: Turn, around: Surroundings): Promise<void> {
  const session = turn.state.candidate?.session ?? '';
  await endLeftPrograms(startedIn(around.repository));
  await around.discardWorkbench();
  await loseSession(turn, session);
}
