import { z } from 'zod';
import { BatonError, isBatonError } from '../../base/error.ts';
import type { RunView } from '../../engine/run/view.ts';
import { nearest } from '../../protocol/nearest.ts';
import { count } from '../../workflow/story/amounts.ts';
import { argumentsOf, runName, workHandle } from '../arguments.ts';
import { moveRun, movingOf } from '../driving.ts';
import { type Calling, type Told, type Tool, tool } from '../tool.ts';
import { unknownHandle, type WorkView, whyFailed } from '../works.ts';
import { untilDue } from './attached.ts';
import { runStart } from './run-start.ts';
import { sandboxWarning, shortRun, shortView, tellRun, underWay, wholeRun, wholeView } from './run-view.ts';

const MOST_RUNS = 100;

const status = tool({
  name: 'run_status',
  title: 'See how runs and long work stand',
  description:
    'Shows one run with what to do next, or the end of long work by its handle, or without either all runs. With wait_s it waits until a session, a person or the end is due.',
  input: argumentsOf({
    run: runName.optional(),
    handle: workHandle.optional(),
    wait_s: z.number().min(0).max(55).default(0).describe('Seconds to wait for something to do'),
  }),
  output: z.object({
    run: wholeRun.optional(),
    work: z
      .object({
        handle: z.string(),
        about: z.string(),
        state: z.enum(['running', 'done', 'failed']),
        progress: z.string().optional(),
        result: z.record(z.string(), z.unknown()).optional().describe('What the tool would have answered'),
        error: z.object({ code: z.string(), message: z.string() }).optional(),
      })
      .optional(),
    runs: z.array(shortRun).optional().describe('Those moved last first'),
    total: z.int().optional(),
  }),
  effects: { readOnly: true },
  async call({ run, handle, wait_s: waitS }, calling) {
    if (run !== undefined && handle !== undefined) {
      throw new BatonError('invalid_input', 'Give a run or a handle, not both.');
    }
    if (handle !== undefined) return tellWork(await endOf(calling, handle, waitS));
    if (run === undefined) return tellAll(await calling.host.runs.list());
    await untilDue(calling, run, waitS);
    const whole = await wholeView(calling, await findRun(calling, run));
    return { data: { run: whole }, text: tellRun(whole) };
  },
});

const resume = tool({
  name: 'run_resume',
  title: 'Go on with a run',
  description: 'Moves a run that is parked, stopped, or whose ask was answered, in this process. Returns at once.',
  input: argumentsOf({ run: runName }),
  output: wholeRun,
  effects: { readOnly: false, idempotent: true },
  async call({ run }, calling) {
    const view = await findRun(calling, run);
    refuseOthers(calling, view);
    if (view.state === 'stopped' || view.state === 'parked') await moveRun(calling, run);
    const data = underWay(await wholeView(calling, await calling.host.runs.view(run)));
    const warnings = data.state === 'running' ? await sandboxWarning(calling, run) : [];
    return { data, text: [tellRun(data), ...warnings].join('\n') };
  },
});

export const RUN_TOOLS: readonly Tool[] = [runStart, status, resume];

function refuseOthers(calling: Calling, { run, state, why }: RunView): void {
  if (state === 'unreadable') throw new BatonError('corrupt_journal', `The run ${run} cannot be read: ${why}.`);
  if (state !== 'running' || movingOf(calling, run)?.state === 'running') return;
  throw new BatonError(
    'lost_race',
    `The run ${run} is moved by another process. Wait for it, or have it stopped there.`,
  );
}

/** A run by its name, or what may have been meant. */
async function findRun({ host }: Calling, run: string): Promise<RunView> {
  try {
    return await host.runs.view(run);
  } catch (error) {
    if (!isBatonError(error) || error.code !== 'not_found') throw error;
    const known = (await host.runs.list()).map((view) => view.run);
    const near = nearest(run, known);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    const data = { known: known.slice(0, 20), ...(near === undefined ? {} : { nearest: near }) };
    throw new BatonError('not_found', `There is no run ${JSON.stringify(run)}.${hint}`, { data });
  }
}

async function endOf({ works }: Calling, handle: string, waitS: number): Promise<WorkView> {
  if (works.find(handle) === undefined) throw unknownHandle(handle);
  return works.settled(handle, waitS * 1000);
}

function tellWork(view: WorkView) {
  const { handle, about, state, progress, error } = view;
  const told = view.value as Told<Record<string, unknown>> | undefined;
  const work = {
    handle,
    about,
    state,
    ...(progress === undefined ? {} : { progress }),
    ...(told === undefined ? {} : { result: told.data }),
    ...(state === 'failed'
      ? { error: { code: isBatonError(error) ? error.code : 'internal', message: whyFailed(view) } }
      : {}),
  };
  if (state === 'failed') return { data: { work }, text: `Failed (${about}): ${whyFailed(view)}` };
  const text = told?.text ?? `Still running (${progress ?? about}). Ask again: run_status with handle ${handle}.`;
  return { data: { work }, text };
}

function tellAll(views: readonly RunView[]) {
  const runs = views.slice(0, MOST_RUNS).map(shortView);
  const lines = runs.map(({ run, state, phase, cycle, asks }) => {
    const waits = asks.length === 0 ? '' : `, waits for a person (${asks.join(', ')})`;
    return `- ${run}: ${state}, ${phase} of cycle ${cycle}${waits}`;
  });
  const head =
    views.length === 0 ? 'No runs. To start one: run_start.' : `${count(views.length, 'run')}, those moved last first.`;
  return { data: { runs, total: views.length }, text: [head, ...lines].join('\n') };
}
