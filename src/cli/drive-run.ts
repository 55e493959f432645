import type { ChangedSettings } from '../engine/run/runs.ts';
import type { RunView } from '../engine/run/view.ts';
import type { Baton } from '../open.ts';
import { currentUser } from './arguments.ts';
import { EXIT } from './exit-code.ts';
import type { Input } from './input.ts';
import { type Interrupts, listenForInterrupts } from './interrupts.ts';
import type { CommandContext } from './program.ts';
import { openWatch, type Watch } from './progress/watch.ts';
import { askPerson, type Conversation } from './prompt/ask-person.ts';
import { exitCodeOfRun, tellEnd } from './run-end.ts';
import { changeIfAny } from './show/change.ts';
import { findThing } from './show/find.ts';

export interface DriveFlags extends ChangedSettings {
  /** The person to ask on the spot what the run waits for. Without one it ends there. */
  readonly input?: Input | undefined;
}

/**
 * Moves a run as far as it goes, shows it meanwhile, and says at the end what to type next. Gives the exit code. Where a
 * person is at the keyboard, they are asked on the spot and the run goes on.
 */
export async function driveRun(
  context: CommandContext,
  baton: Baton,
  run: string,
  { input, ...changes }: DriveFlags = {},
): Promise<number> {
  const { output, json } = context;
  const warned = new Set<string>();
  let { view, interrupted } = await moveOnce(context, baton, run, { ...changes, warned });
  let said: Conversation | undefined;
  while (view.state === 'waiting' && input !== undefined && !json && !interrupted) {
    said = await converse(context, baton, view, input);
    if (said === 'later' || said === 'interrupted') break;
    ({ view, interrupted } = await moveOnce(context, baton, run, { warned }));
  }
  if (json) output.out(JSON.stringify(view));
  else output.out(['', ...tellEnd(view)].join('\n'));
  return said === 'interrupted' ? EXIT.interrupted : exitCodeOfRun(view, interrupted);
}

/** Whether a person may be asked on the spot: at a terminal, and unless the command line says otherwise. */
export function inputOf({ input }: CommandContext, options: Record<string, unknown>): Input | undefined {
  return options.input === false ? undefined : input;
}

async function converse(
  { cwd, output }: CommandContext,
  baton: Baton,
  { run, asks }: RunView,
  input: Input,
): Promise<Conversation> {
  const [ask] = asks;
  if (ask === undefined) return 'later';
  const change = async () => changeIfAny(baton.runs, await findThing(baton.runs, ask.id));
  return askPerson({ cwd, output, input, user: currentUser(), baton, change }, run, ask);
}

interface Changes extends ChangedSettings {
  /** What the person was warned of already. */
  readonly warned: Set<string>;
}

async function moveOnce(
  { output, json }: CommandContext,
  baton: Baton,
  run: string,
  changes: Changes,
): Promise<{ readonly view: RunView; readonly interrupted: boolean }> {
  const watch = openWatch(output, json);
  const interrupts = listenForInterrupts(process, {
    onParking: () => watch.say(PARKING, 'Ctrl-C again ends the agent at once'),
    onStopping: () => watch.say('Ending the agent. The run can be resumed.', 'ending the agent'),
  });
  const view = await move(baton, run, watch, interrupts, changes);
  return { view, interrupted: interrupts.parking.aborted };
}

const PARKING = 'Parking: the session that runs comes to its end first. Ctrl-C again ends it at once.';

/** What was recorded before is told only of a run that has just been created. */
async function move(
  { runs }: Baton,
  run: string,
  watch: Watch,
  { parking, stopping, close }: Interrupts,
  { warned, ...changes }: Changes,
): Promise<RunView> {
  try {
    const entries = await runs.entries(run);
    if (entries.length > 1) watch.remember(entries);
    else for (const entry of entries) watch.onEntry(entry);
    return await runs.drive(run, {
      onEntry: (entry) => watch.onEntry(entry),
      onProgress: (sentence) => watch.onProgress(sentence),
      onWarning(sentence) {
        if (!warned.has(sentence)) watch.onWarning(sentence);
        warned.add(sentence);
      },
      parking,
      stopping,
      ...changes,
    });
  } finally {
    watch.close();
    close();
  }
}
