import { z } from 'zod';
import { describeContained } from '../../engine/run/containment.ts';
import { hasEnded } from '../../engine/run/facts.ts';
import type { RunView } from '../../engine/run/view.ts';
import { runSettingsSchema } from '../../workflow/event-data.ts';
import { fold } from '../../workflow/machine.ts';
import type { OpenAsk } from '../../workflow/state.ts';
import { count } from '../../workflow/story/amounts.ts';
import { tellSuspicion } from '../../workflow/suspicions.ts';
import { movingOf } from '../driving.ts';
import type { Calling } from '../tool.ts';
import { whyFailed } from '../works.ts';
import { sessionsFor, waitingOf, waitingShape } from './attached.ts';

const amount = z.int().min(0);
const STATES = [
  'running',
  'waiting',
  'parked',
  'stopped',
  'completed',
  'merged',
  'aborted',
  'failed',
  'unreadable',
] as const;

/** A run as it is listed. */
export const shortRun = z.object({
  run: z.string(),
  workflow: z.string(),
  state: z.enum(STATES),
  phase: z.string(),
  cycle: amount,
  attempt: amount,
  open: amount.describe('Tests of its list still to do'),
  done: amount,
  asks: z.array(z.string()).describe('What waits for a person, for run_decide'),
  updated: z.string(),
});

const ask = z.object({
  id: z.string().describe('What run_decide is given'),
  kind: z.enum(['approval', 'question', 'decision']),
  about: z.string().describe('What a person has to know'),
  needs: z.string().describe('What an answer has to say'),
});

/** A run with all that somebody has to know to go on with it. */
export const wholeRun = shortRun.omit({ asks: true }).extend({
  request: z.string(),
  why: z.string().optional().describe('Why it stands where it stands'),
  branch: z.string(),
  branch_note: z.string().optional().describe('Why the branch is not at the last accepted commit'),
  commit: z.string().describe('The last accepted commit'),
  test: z.object({ id: z.string(), description: z.string() }).optional().describe('Test the cycle works on'),
  asks: z.array(ask),
  session: z
    .object(waitingShape)
    .optional()
    .describe('A session that waits for you: read_handoff_state gives its task'),
  attempts: z.object({ used: amount, allowed: amount }).describe('Attempts of this phase'),
  spent: z.object({ tokens: z.number(), usd: z.number(), minutes: z.number() }),
  budget: runSettingsSchema.shape.budget.describe('What all sessions together may cost'),
  refused: z
    .array(z.object({ gate: z.string(), code: z.string(), message: z.string() }))
    .describe('Why the last attempt of this phase was refused'),
  suspicions: z
    .array(z.string())
    .describe('What accepted work is suspected of, the first 20: a person looks at them before it is merged'),
  sandbox: z
    .object({ now: z.string().optional(), so_far: z.string().optional() })
    .describe('What contains agents and tests: now, with what to do about it, and so far'),
  moved_here: z.boolean().describe('Whether this process moves it'),
  progress: z.string().optional().describe('What is being done now'),
  trouble: z.string().optional().describe('Why this process could not move it'),
});

export type ShortRun = z.input<typeof shortRun>;
export type WholeRun = z.input<typeof wholeRun>;

export function shortView(view: RunView): ShortRun {
  const { run, workflow, state, phase, cycle, attempt, open, done, asks, updated } = view;
  return { run, workflow, state, phase, cycle, attempt, open, done, asks: asks.map(({ id }) => id), updated };
}

/** Everything about a run: what is recorded, who has to do what, and what this process does with it. */
export async function wholeView(calling: Calling, view: RunView): Promise<WholeRun> {
  const { host } = calling;
  const entries = await host.runs.entries(view.run);
  const state = fold(entries.map(({ event }) => event));
  const { why, branchNote, test, spending } = view;
  const moving = movingOf(calling, view.run);
  const session = sessionsFor(calling).find(({ run }) => run === view.run);
  return {
    ...shortView(view),
    request: view.request,
    ...(why === undefined ? {} : { why }),
    branch: view.branch,
    ...(branchNote === undefined ? {} : { branch_note: branchNote }),
    commit: view.commit,
    ...(test === undefined ? {} : { test }),
    asks: view.asks.map(({ id, kind, about, choices }) => ({ id, kind, about, needs: needsOf(kind, choices) })),
    ...(session === undefined ? {} : { session: waitingOf(session) }),
    attempts: { used: state.spent, allowed: state.allowed },
    spent: { tokens: spending.tokens, usd: spending.usd, minutes: Math.round(spending.ms / 6_000) / 10 },
    budget: state.settings.budget,
    refused: state.ended === undefined ? refusedIn(entries) : [],
    suspicions: view.suspicions.slice(0, MAX_SUSPICIONS).map(tellSuspicion),
    sandbox: await sandboxOf(calling, view),
    moved_here: moving?.state === 'running',
    ...(moving?.progress === undefined ? {} : { progress: moving.progress }),
    ...(moving?.state === 'failed' ? { trouble: whyFailed(moving) } : {}),
  };
}

const MAX_SUSPICIONS = 20;

async function sandboxOf({ host }: Calling, view: RunView): Promise<WholeRun['sandbox']> {
  const now = hasEnded(view) ? undefined : await host.runs.sandbox(view.run);
  const soFar = describeContained(view.contained);
  return {
    ...(now === undefined ? {} : { now: now.warning ?? now.sandbox }),
    ...(soFar === undefined ? {} : { so_far: soFar }),
  };
}

/** What to know where agents and tests of a run are not contained; nothing where they are. */
export async function sandboxWarning({ host }: Calling, run: string): Promise<readonly string[]> {
  const { warning } = await host.runs.sandbox(run);
  return warning === undefined ? [] : [warning];
}

/** A run that was just set in motion: it is under way, though nothing of that may be recorded yet. */
export function underWay({ why, ...whole }: WholeRun): WholeRun {
  const isResting = whole.state === 'stopped' || whole.state === 'parked';
  if (whole.moved_here && isResting) return { ...whole, state: 'running' };
  return why === undefined ? whole : { ...whole, why };
}

function needsOf(kind: OpenAsk['kind'], choices: OpenAsk['choices']): string {
  const skip = choices?.includes('skip') === false ? '' : 'skip, ';
  return {
    approval: 'run_decide with answer approve, or reject and a reason',
    question: 'run_decide with text',
    decision: `run_decide with decision retry (and a hint), ${skip}rollback or abort`,
  }[kind];
}

type Entries = Awaited<ReturnType<Calling['host']['runs']['entries']>>;

/** The refusals of the last session, if its phase is not completed since. */
function refusedIn(entries: Entries): WholeRun['refused'] {
  const done = entries.findLastIndex(
    ({ event }) => event.type === 'phase.completed' || event.type === 'phase.rolled_back',
  );
  const session = entries.findLastIndex(({ event }) => event.type === 'session.ended');
  return entries.slice(Math.max(done, session, 0)).flatMap(({ event }) => {
    if (event.type !== 'gate.refused') return [];
    const { gate, reasons } = refusal.parse(event.data);
    return reasons.map(({ code, message }) => ({ gate, code, message }));
  });
}

const refusal = z.object({ gate: z.string(), reasons: z.array(z.object({ code: z.string(), message: z.string() })) });

/** A run in words, with what to do next. */
export function tellRun(whole: WholeRun): string {
  const { run, state, phase, cycle, attempt, open, done, why, trouble } = whole;
  const list = done + open === 0 ? '' : `; ${count(done, 'test')} done, ${open} open`;
  const head = `The run ${run} is ${state}: ${phase} of cycle ${cycle}, attempt ${attempt}${list}.`;
  const lines = [
    head,
    why === undefined ? undefined : `Why: ${why}`,
    trouble === undefined ? undefined : `It could not be moved here: ${trouble}`,
    ...whole.refused.map(({ code, message }) => `Refused: ${message} (${code})`),
    ...whole.suspicions.map((line) => `Suspicion: ${line}`),
    ...whole.asks.map(
      ({ id, kind, about, needs }) => `${id} waits for a person (${kind}): ${about}\nAnswer it: ${needs}.`,
    ),
    nextFor(whole),
  ];
  return lines.filter((line) => line !== undefined).join('\n');
}

function nextFor({ run, state, session, moved_here: isMoved, progress }: WholeRun): string | undefined {
  if (session !== undefined) {
    return `You play ${session.agent} in ${session.phase}: read_handoff_state with run ${run}, work in ${session.workbench}, then git_commit_phase.`;
  }
  if (state === 'parked' || state === 'stopped') return `To go on: run_resume with run ${run}.`;
  if (state !== 'running') return undefined;
  if (!isMoved) return 'Another process moves it.';
  return `It is being moved${progress === undefined ? '' : ` (${progress})`}. Ask again: run_status.`;
}
