import { type Ended, type Fault, type Launching, launch } from './launch.ts';
import type { Stage } from './stage.ts';

/** The name of the run. */
export const RUN = 'words';

/** What a person does in the course of a run, in order. */
export type Deed = 'run' | 'answer' | 'resume' | 'merge';

/** A fault in the nth of the commands that a person gives. */
export interface PlannedFault {
  readonly command: number;
  readonly fault: Fault;
}

/** A run that was played to its end, or as far as it went. */
export interface Played {
  readonly commands: readonly (Ended & { readonly deed: Deed })[];
  /** Whether the run was brought home. */
  readonly isDone: boolean;
}

export interface Playing extends Pick<Launching, 'repository'> {
  readonly faults?: readonly PlannedFault[] | undefined;
  /** Gives the file for the fault points of the nth command. */
  readonly listTo?: ((command: number) => string) | undefined;
}

/** A person gives up if a fault more than this many commands ago still keeps the run from its end. */
const MOST_COMMANDS = 12;

/** Gives commands as a person would: what the last one said, or `status` after a crash, tells what is next. */
export async function play(stage: Stage, { repository, faults = [], listTo }: Playing): Promise<Played> {
  const commands: (Ended & { readonly deed: Deed })[] = [];
  let next: Next | undefined = { deed: 'run' };
  while (next !== undefined && commands.length < MOST_COMMANDS) {
    const nth = commands.length;
    const fault = faults.find(({ command }) => command === nth)?.fault;
    const ended = await launch(stage, wordsFor(next, stage), { repository, fault, list: listTo?.(nth) });
    commands.push({ ...ended, deed: next.deed });
    if (next.deed === 'merge' && ended.code === 0) return { commands, isDone: true };
    next = after(next.deed, ended) ?? (await look(stage, repository));
  }
  return { commands, isDone: false };
}

interface Next {
  readonly deed: Deed;
  readonly ask?: string | undefined;
}

function wordsFor({ deed, ask = '' }: Next, { agent, story }: Stage): readonly string[] {
  switch (deed) {
    case 'run':
      return [
        ...['run', 'Words that are known', '--name', RUN, '--json', '--command', agent.join(' ')],
        ...['--workflow', story.name, ...story.flags],
      ];
    case 'answer':
      return story.answer(ask);
    case 'resume':
      return ['resume', RUN, '--json'];
    case 'merge':
      // Green of the story writes a file that its tests name, which a person has to accept.
      return ['merge', RUN, '--accept-suspicions'];
  }
}

/** What follows a command that did all it should. */
function after(deed: Deed, { code, out }: Ended): Next | undefined {
  if (deed === 'answer') return code === 0 ? { deed: 'resume' } : undefined;
  if (code === 4) return fromView(JSON.parse(out.trimEnd().split('\n').at(-1) ?? '{}') as View);
  return code === 0 && deed !== 'merge' ? { deed: 'merge' } : undefined;
}

interface View {
  readonly state: string;
  readonly asks: readonly { readonly id: string }[];
}

/** What a person does who finds the run so; nothing where nobody knows. */
function fromView({ state, asks: [ask] }: View): Next | undefined {
  if (ask !== undefined) return { deed: 'answer', ask: ask.id };
  if (state === 'stopped' || state === 'parked') return { deed: 'resume' };
  return state === 'completed' || state === 'merged' ? { deed: 'merge' } : undefined;
}

/** Where the run stands, after a command that did not come to its end. */
async function look(stage: Stage, repository: string): Promise<Next | undefined> {
  const { code, out } = await launch(stage, ['status', '--json'], { repository });
  if (code !== 0) return undefined;
  const { runs } = JSON.parse(out) as { readonly runs: readonly (View & { readonly run: string })[] };
  const view = runs.find(({ run }) => run === RUN);
  return view === undefined ? { deed: 'run' } : fromView(view);
}
