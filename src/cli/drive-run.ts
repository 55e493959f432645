import type { ChangedSettings } from '../engine/run/runs.ts';
import type { RunView } from '../engine/run/view.ts';
import type { Baton } from '../open.ts';
import { type Interrupts, listenForInterrupts } from './interrupts.ts';
import type { CommandContext } from './program.ts';
import { openWatch, type Watch } from './progress/watch.ts';
import { exitCodeOfRun, tellStanding } from './run-end.ts';

/** Moves a run as far as it goes, shows it meanwhile, and says at the end what to type next. Gives the exit code. */
export async function driveRun(
  { output, json }: CommandContext,
  baton: Baton,
  run: string,
  changes: ChangedSettings = {},
): Promise<number> {
  const watch = openWatch(output, json);
  const interrupts = listenForInterrupts(process, {
    onParking: () => watch.say(PARKING, 'Ctrl-C again ends the agent at once'),
    onStopping: () => watch.say('Ending the agent. The run can be resumed.', 'ending the agent'),
  });
  const view = await move(baton, run, watch, interrupts, changes);
  if (json) output.out(JSON.stringify(view));
  else output.out(['', ...tellStanding(view)].join('\n'));
  return exitCodeOfRun(view, interrupts.parking.aborted);
}

const PARKING = 'Parking: the session that runs comes to its end first. Ctrl-C again ends it at once.';

/** What was recorded before is told only of a run that has just been created. */
async function move(
  { runs }: Baton,
  run: string,
  watch: Watch,
  { parking, stopping, close }: Interrupts,
  changes: ChangedSettings,
): Promise<RunView> {
  try {
    const entries = await runs.entries(run);
    if (entries.length > 1) watch.remember(entries);
    else for (const entry of entries) watch.onEntry(entry);
    return await runs.drive(run, {
      onEntry: (entry) => watch.onEntry(entry),
      onProgress: (sentence) => watch.onProgress(sentence),
      parking,
      stopping,
      ...changes,
    });
  } finally {
    watch.close();
    close();
  }
}
