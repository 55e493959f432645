import type { ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { redactText } from '../handoff/redact.ts';
import { takesTasks } from './tasks.ts';
import type { Calling, Told } from './tool.ts';
import type { Working } from './works.ts';

/** What a tool that may take long gives: all of its answer if it has ended, else what to ask run_status with. */
export function longOutput<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .object(shape)
    .partial()
    .extend({
      state: z.enum(['running', 'done']).describe('Whether the work has ended'),
      handle: z.string().describe('Handle of the work, for run_status'),
      progress: z.string().optional().describe('What is being done now'),
    });
}

export interface LongWork<Out extends object> {
  /** What it is, for whoever asks later. */
  readonly about: string;
  readonly waitS: number;
  /** Whether the work is for nothing once the caller withdraws the call. */
  readonly endsWithCall: boolean;
  run(on: Working): Promise<Told<Out>>;
}

type Answer<Out> = {
  readonly state: 'running' | 'done';
  readonly handle: string;
  readonly progress?: string;
} & Partial<Out>;

/** Begins work, tells how it goes, and gives its answer if that comes in time. */
export async function longWork<Out extends object>(
  { works, request, client }: Pick<Calling, 'works' | 'request' | 'client'>,
  { about, waitS, endsWithCall, run }: LongWork<Out>,
): Promise<Told<Answer<Out>>> {
  const progress = progressOf(request);
  const handle = works.begin(about, (on) =>
    run({
      signal: on.signal,
      onProgress(sentence) {
        on.onProgress(sentence);
        progress.tell(sentence);
      },
    }),
  );
  const cancel = () => works.cancel(handle);
  const { signal } = request.mcpReq;
  if (endsWithCall && signal.aborted) cancel();
  if (endsWithCall) signal.addEventListener('abort', cancel);
  const patience = takesTasks(request, client) ? Math.min(waitS, TASK_AFTER_S) : waitS;
  const view = await works.settled(handle, patience * 1000);
  signal.removeEventListener('abort', cancel);
  progress.end();
  if (view.state === 'failed') throw view.error;
  if (view.state === 'running') return stillRunning(handle, view.progress);
  const { data, text } = view.value as Told<Out>;
  return { data: { ...data, state: 'done', handle }, text };
}

/** Who takes tasks need not wait: only what is there almost at once is no task. */
const TASK_AFTER_S = 0.5;

function stillRunning(handle: string, progress: string | undefined): Told<Answer<never>> {
  const now = progress === undefined ? '' : ` (${progress})`;
  return {
    data: { state: 'running', handle, ...(progress === undefined ? {} : { progress }) } as Answer<never>,
    text: `Still running${now}. Ask for the end: run_status with handle ${handle}.`,
  };
}

/** Tells a client what is done while its call waits, if it asked for that. Programs that are run say some of it. */
function progressOf({ mcpReq }: ServerContext): { tell(message: string): void; end(): void } {
  const progressToken = mcpReq._meta?.progressToken;
  let isOver = progressToken === undefined;
  let count = 0;
  return {
    tell(message) {
      if (isOver || progressToken === undefined) return;
      count += 1;
      const params = { progressToken, progress: count, message: redactText(message).text };
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
    end() {
      isOver = true;
    },
  };
}
