import { BatonError, isBatonError } from '../base/error.ts';
import { newId } from '../base/id.ts';

/** Something that takes long, as it is shown. */
export interface WorkView<T = unknown> {
  readonly handle: string;
  readonly about: string;
  readonly state: 'running' | 'done' | 'failed';
  /** What is being done now. */
  readonly progress: string | undefined;
  readonly value: T | undefined;
  readonly error: unknown;
}

/** What work is told, and how it tells. */
export interface Working {
  readonly signal: AbortSignal;
  onProgress(sentence: string): void;
}

/** The long work of this process. It ends with it. */
export interface Works {
  /** Starts work and gives its handle at once. What tools begin gives what they would have told. */
  begin<T>(about: string, work: (on: Working) => Promise<T>): string;
  find(handle: string): WorkView | undefined;
  /** The newest work about something, running or not. */
  latest(about: string): WorkView | undefined;
  /** Waits for the end of work, but not longer than this. */
  settled(handle: string, ms: number): Promise<WorkView>;
  cancel(handle: string): void;
  /** Ends everything and waits until it has ended. */
  close(): Promise<void>;
}

/** How much of what has ended can still be asked for. */
const MOST_ENDED = 200;

/** How much may be under way at a time: what waits costs memory, whoever asks for it. */
const MOST_RUNNING = 500;

interface Work {
  view: WorkView;
  readonly stopper: AbortController;
  /** Ends when the work has, never with an error. */
  readonly ended: Promise<void>;
}

export function openWorks(): Works {
  const all = new Map<string, Work>();
  let isClosed = false;

  function begin<T>(about: string, work: (on: Working) => Promise<T>): string {
    refuseMore(isClosed, running(all).length);
    const handle = newId();
    const stopper = new AbortController();
    const onProgress = (progress: string) => change(handle, { progress });
    const ended = Promise.resolve()
      .then(() => work({ signal: stopper.signal, onProgress }))
      .then(
        (value) => end(handle, { state: 'done', value }),
        (error) => end(handle, { state: 'failed', error }),
      );
    const view = { handle, about, state: 'running', progress: undefined, value: undefined, error: undefined } as const;
    all.set(handle, { view, stopper, ended });
    return handle;
  }

  function change(handle: string, more: Partial<WorkView>): void {
    const found = all.get(handle);
    if (found?.view.state === 'running') found.view = { ...found.view, ...more };
  }

  /** What ended last stands last, so that what ended first is forgotten first. */
  function end(handle: string, more: Partial<WorkView>): void {
    change(handle, { ...more, progress: undefined });
    const found = all.get(handle);
    all.delete(handle);
    if (found !== undefined) all.set(handle, found);
    const ended = [...all.values()].filter(({ view }) => view.state !== 'running');
    for (const { view } of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) all.delete(view.handle);
  }

  return {
    begin,
    find: (handle) => all.get(handle)?.view,
    latest(about) {
      const views = [...all.values()].map(({ view }) => view).filter((view) => view.about === about);
      return views.find(({ state }) => state === 'running') ?? views.at(-1);
    },
    async settled(handle, ms) {
      const found = all.get(handle);
      if (found === undefined) throw unknownHandle(handle);
      if (found.view.state === 'running') await within(found.ended, ms);
      return found.view;
    },
    cancel: (handle) => all.get(handle)?.stopper.abort(),
    async close() {
      isClosed = true;
      const left = running(all);
      for (const { stopper } of left) stopper.abort();
      await Promise.all(left.map(({ ended }) => ended));
    },
  };
}

/** Nobody knows a handle any more, or never did. */
export function unknownHandle(handle: string): BatonError {
  return new BatonError(
    'not_found',
    `There is no work ${JSON.stringify(handle)} here. Handles are good in the process that gave them, for the last ${MOST_ENDED} that ended. Call the tool again.`,
  );
}

/** What is said of work that ended with an error. */
export function whyFailed({ error }: WorkView): string {
  return isBatonError(error) ? error.message : 'Baton failed at this, which is a defect in Baton itself.';
}

function running(all: ReadonlyMap<string, Work>): readonly Work[] {
  return [...all.values()].filter(({ view }) => view.state === 'running');
}

function refuseMore(isClosed: boolean, count: number): void {
  if (isClosed) throw new BatonError('interrupted', 'Baton is ending. Start it again and call the tool again.');
  if (count < MOST_RUNNING) return;
  throw new BatonError('interrupted', `${count} pieces of work are under way here. Wait for some to end: run_status.`);
}

async function within(ended: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([ended, late]);
  clearTimeout(timer);
}
