import type { RunView } from '../../../src/engine/run/view.ts';
import { openBaton } from '../../../src/open.ts';
import type { JournalEvent } from '../../../src/workflow/event.ts';
import { gitIn } from '../../repository.ts';
import { RUN } from './command.ts';
import type { Project } from './project.ts';

/** What was recorded of a run: its events, and what each brought along. */
export interface Record {
  readonly events: readonly JournalEvent[];
  readonly view: RunView;
  /** Events of a type, in order. */
  of(type: string): readonly JournalEvent[];
  /** The package that the session of a phase was given, as it was rendered. */
  prompt(phase: string, cycle: number, attempt: number): string;
  /** What the session of a phase said while it ran. */
  transcript(phase: string, cycle: number, attempt: number): string;
}

export async function recordOf({ path }: Pick<Project, 'path'>, run: string = RUN): Promise<Record> {
  const baton = await openBaton({ cwd: path });
  try {
    const entries = await baton.runs.entries(run);
    const view = await baton.runs.view(run);
    const texts = new Map<string, string>();
    for (const { event, attachments } of entries) {
      for (const [name, id] of Object.entries(attachments)) {
        texts.set(`${event.seq} ${name}`, (await baton.store.attachment(id))?.toString('utf8') ?? '');
      }
    }
    const events = entries.map(({ event }) => event);
    const attached = (type: string, name: string) => (phase: string, cycle: number, attempt: number) => {
      const event = events.findLast(
        (one) => one.type === type && one.phase === phase && one.cycle === cycle && one.attempt === attempt,
      );
      if (event === undefined) throw new Error(`There is no ${type} of ${phase}, cycle ${cycle}, attempt ${attempt}.`);
      const text = texts.get(`${event.seq} ${name}`);
      if (text === undefined) throw new Error(`Event ${event.seq} has no ${name}.`);
      return text;
    };
    return {
      events,
      view,
      of: (type) => events.filter((event) => event.type === type),
      prompt: attached('phase.started', 'prompt.md'),
      transcript: attached('session.ended', 'transcript.txt'),
    };
  } finally {
    baton.close();
  }
}

/** Where a run came through, as `phase cycle.attempt what`. */
export function story({ events }: Record): string[] {
  return events.flatMap(({ type, phase, cycle, attempt, data }) => {
    const place = `${phase} ${cycle}.${attempt}`;
    if (type === 'gate.refused') return [`${place} refused: ${codesOf(data).join(', ')}`];
    if (type === 'phase.completed') return [`${place} completed${data.dropped === true ? ' without its work' : ''}`];
    if (type === 'session.ended' && data.ended !== 'done') return [`${place} ${data.ended}`];
    return [];
  });
}

export function codesOf(data: JournalEvent['data']): string[] {
  return (data.reasons as readonly { readonly code: string }[]).map(({ code }) => code);
}

/** The files of the run's branch as one id: two runs with the same work have the same. */
export function finalTree(project: Project): string {
  return gitIn(project.path, 'rev-parse', `baton/${RUN}^{tree}`);
}

/** A file as the run's branch has it. */
export function fileOf({ path }: Project, name: string): string {
  return gitIn(path, 'show', `baton/${RUN}:${name}`);
}
