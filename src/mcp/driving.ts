import type { Calling, Told } from './tool.ts';
import type { WorkView } from './works.ts';

type Place = Pick<Calling, 'host' | 'works'>;

/**
 * Moves a run in this process until a person must act, it is parked, or it has ended, and gives the handle of that. Only
 * one thing at a time moves a run. When this process ends, the run is parked.
 */
export async function moveRun(place: Place, run: string): Promise<string> {
  for (let moving = movingOf(place, run); moving?.state === 'running'; moving = movingOf(place, run)) {
    // What has just come to rest may not have said so yet. Meanwhile somebody else may have begun to move it again.
    const { state } = await place.works.settled(moving.handle, SETTLING_MS);
    if (state === 'running') return moving.handle;
  }
  return place.works.begin(aboutRun(run), ({ signal, onProgress }) => drive(place, run, signal, onProgress));
}

const SETTLING_MS = 300;

/** What moves a run here, or did so last. */
export function movingOf({ works }: Pick<Place, 'works'>, run: string): WorkView | undefined {
  return works.latest(aboutRun(run));
}

function aboutRun(run: string): string {
  return `moving the run ${run}`;
}

async function drive(
  { host }: Place,
  run: string,
  signal: AbortSignal,
  onProgress: (sentence: string) => void,
): Promise<Told<{ readonly run: string; readonly state: string }>> {
  let before = '';
  for (;;) {
    const view = await host.runs.drive(run, { parking: signal, stopping: signal, onProgress });
    // Somebody may have answered what it waited for while it came to rest: then it goes on.
    const goesOn = view.state === 'stopped' && view.updated !== before && !signal.aborted;
    before = view.updated;
    if (!goesOn) return { data: { run, state: view.state }, text: `The run ${run} is ${view.state}.` };
  }
}
