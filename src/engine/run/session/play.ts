import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../../base/error.ts';
import { newId, newNonce } from '../../../base/id.ts';
import type { SealedHandoff } from '../../../handoff/package.ts';
import { preparePackage } from '../../../handoff/prepare.ts';
import { type Fact, type RenderedPrompt, renderPrompt } from '../../../handoff/prompt.ts';
import { withTemporary } from '../../../sys/kept-file.ts';
import { brief } from '../../../workflow/briefing.ts';
import { traceOf } from '../../../workflow/run-trace.ts';
import { phaseOf } from '../../../workflow/workflow.ts';
import { contentDigest } from '../../content-digest.ts';
import { isHere, type Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { endSession } from './end.ts';
import { gatherMaterial } from './material.ts';
import { playSession } from './session.ts';

/**
 * Plays one session: brings the workbench to where the attempt begins, packs what the agent needs, runs it, and takes a
 * snapshot of what it left. Until the session has started everything can be done again; from then on a crash is seen by
 * `session.started` without an end.
 */
export async function play(turn: Turn, around: Surroundings, waitMs: number): Promise<void> {
  if (waitMs > 0 && !(await waitFor(waitMs, around))) return;
  const { state } = turn;
  if (await parkedAsAltered(turn)) return;
  const agentName = phaseOf(state.workflow, state.phase).agent;
  const agent = around.pinned.agents[agentName];
  if (agent === undefined) throw new BatonError('not_found', `The run has no agent ${agentName}.`);
  const runner = await around.runnerFor(agentName);

  around.onProgress('preparing the workbench');
  const workbench = await around.workbench();
  const { repair } = state.told;
  const start = repair !== undefined && (await isHere(around, repair)) ? repair : undefined;
  if (start !== repair)
    around.onProgress('the files of the last attempt are not in this clone: starting from the base');
  const { kept } = await workbench.reset(state.base.commit, start);
  if (kept.length === 0) await around.furnish(workbench.path);
  const { handoff, prompt } = await pack(turn, around, start);
  await turn.append({
    type: 'phase.started',
    data: { handoff: handoff.id, agent: agentName, base: state.base.commit, tokens: prompt.tokens },
    attachments: { 'handoff.json': JSON.stringify(handoff), 'prompt.md': prompt.text },
  });
  if ((handoff.redactions ?? []).length > 0) {
    await turn.append({ type: 'redaction.made', data: { in: 'handoff', redactions: handoff.redactions } });
  }
  const session = newId();
  const model = around.pinned.runners[agentName]?.model;
  await turn.append({
    type: 'session.started',
    data: { session, agent: agentName, runner: runner.name, ...(model === undefined ? {} : { model }) },
  });
  around.onProgress(`${agentName} works`);
  await withTemporary('baton-session-', async (scratch) => {
    const given = { session, scratch, handoff, prompt: prompt.text, agent: { name: agentName, ...agent } };
    const played = await playSession(turn, around, runner, workbench, given);
    await endSession(turn, around, workbench, { session, agent: agentName, ...played });
  });
}

/** A handoff whose content is not what was recorded when it was raised reaches nobody: the run is parked instead. */
async function parkedAsAltered(turn: Turn): Promise<boolean> {
  const raised = turn.state.knowledge.handoff;
  if (raised === undefined || contentDigest(raised.context) === raised.digest) return false;
  const detail = `The context of ${raised.trigger} was altered after it was raised. See what is wrong: baton verify ${turn.run}`;
  await turn.append({ type: 'run.parked', data: { reason: 'altered', detail } });
  return true;
}

/** Sleeps as long as a service asked for, and a little more or less; says whether it was not told to stop meanwhile. */
async function waitFor(ms: number, { parking, onProgress }: Surroundings): Promise<boolean> {
  onProgress(`waiting ${Math.round(ms / 1000)} s for the service`);
  try {
    await sleep(ms * (1 + Math.random() / 4), undefined, { signal: parking });
    return true;
  } catch {
    return false;
  }
}

/** The package of the next session, free of secrets, and its text. The text is made from the package, not beside it. */
async function pack(
  turn: Turn,
  around: Surroundings,
  start: string | undefined,
): Promise<{ readonly handoff: SealedHandoff; readonly prompt: RenderedPrompt }> {
  const { state } = turn;
  const told = { ...state.told, repair: start };
  const material = await gatherMaterial(turn, around);
  const { task, constraints, facts } = brief({ ...state, told }, material);
  const trace = traceOf({ ...state, told }, turn.first.at, material.totals);
  const before = state.milestones.at(-1)?.phase;
  const handoff = preparePackage({
    sourceAgent: before === undefined ? 'user' : phaseOf(state.workflow, before).agent,
    targetAgent: phaseOf(state.workflow, state.phase).agent,
    context: {
      userRequest: state.request,
      artifacts: material.runFiles,
      decisions: state.knowledge.decisions,
      custom: {
        run: state.run,
        phase: state.phase,
        cycle: state.cycle,
        attempt: state.attempt,
        base: state.base.commit,
        test: state.knowledge.item ?? null,
        facts: facts.map((fact) => ({ ...fact })),
      },
    },
    instructions: { task, constraints },
    trace: trace === undefined ? undefined : { toJSON: () => trace },
    expirationMinutes: EXPIRY_MINUTES,
    redaction: around.pinned.redaction,
  });
  const clean = (handoff.context.custom as { facts: readonly Fact[] }).facts;
  return { handoff, prompt: renderPrompt(clean, { nonce: newNonce() }) };
}

/** A package inside a run is used at once. */
const EXPIRY_MINUTES = 24 * 60;
