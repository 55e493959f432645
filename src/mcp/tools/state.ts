import { z } from 'zod';
import { tddNoteSchema } from '../../handoff/dialects/tdd-note.ts';
import { agentResultSchema } from '../../handoff/result-schema.ts';
import { argumentsOf, commitName, runName } from '../arguments.ts';
import { type Tool, tool } from '../tool.ts';
import { ownSession, PREPARING_S, sessionOf, sessionShape, sessionsFor, untilDue } from './attached.ts';

const readHandoffState = tool({
  name: 'read_handoff_state',
  title: 'Read the state of the workflow',
  description:
    'Gives the state of the workflow at a commit, as its note says it, and the task of the session that waits for you, if one does.',
  input: argumentsOf({
    run: runName.optional().describe('Run to look at. Default: the one that waits for you, else the checkout'),
    commit: commitName.optional().describe('Commit to look at. Default: the last of the run, or of the checkout'),
  }),
  output: z.object({
    state: tddNoteSchema,
    session: z.object(sessionShape).optional().describe('The session that waits for you: play it in its workbench'),
    waiting: z.array(z.string()).describe('Runs in which a session waits for you here'),
  }),
  effects: { readOnly: true },
  async call({ run: named, commit }, calling) {
    if (named !== undefined) await untilDue(calling, named, PREPARING_S);
    const sessions = sessionsFor(calling);
    const [only, ...others] = sessions;
    const run = named ?? (commit === undefined && others.length === 0 ? only?.run : undefined);
    const session = sessions.find((one) => one.run === run);
    const state = tddNoteSchema.parse(await calling.host.phases.stateAt({ run, commit }));
    const waiting = sessions.map((one) => one.run);
    const data = { state, waiting, ...(session === undefined ? {} : { session: sessionOf(session) }) };
    return { data, text: tellState(data) };
  },
});

interface State {
  readonly state: z.output<typeof tddNoteSchema>;
  readonly session?: ReturnType<typeof sessionOf>;
  readonly waiting: readonly string[];
}

function tellState({ state, session, waiting }: State): string {
  const { phase, next_phase: next, cycle = 1, pending_tests: open = [], completed_tests: done = [] } = state;
  const then = next === undefined ? '' : `, then ${next}`;
  const list = done.length + open.length === 0 ? '' : `; ${done.length} tests done, ${open.length} open`;
  const where = `${phase} of cycle ${cycle}${then}${list}.`;
  if (session === undefined) {
    return waiting.length === 0 ? where : `${where} Sessions wait for you in: ${waiting.join(', ')}. Name one as run.`;
  }
  return [
    where,
    `You play ${session.agent} in ${session.phase} of the run ${session.run}. Work only in ${session.workbench}, until ${session.until} at the latest.`,
    'When done: write_handoff_state with what you did, then git_commit_phase.',
    '',
    session.instructions,
    '',
    session.prompt,
  ].join('\n');
}

const writeHandoffState = tool({
  name: 'write_handoff_state',
  title: 'Say what was done',
  description:
    'Keeps what you say you did in the session that waits for you. It is a claim: it moves nothing and proves nothing. git_commit_phase has the work judged.',
  input: argumentsOf({ run: runName, result: agentResultSchema }),
  output: z.object({
    run: z.string(),
    phase: z.string(),
    kept: agentResultSchema.describe('The claim as it is kept, without secrets'),
    changed: z.literal(false).describe('Whether anything about the run changed by it: never'),
  }),
  effects: { readOnly: false, idempotent: true },
  async call({ run, result }, calling) {
    const { phase } = await ownSession(calling, run);
    const kept = calling.host.attached.keepClaim(run, result);
    const text = `Kept as a claim. Nothing about the run has changed: it is still in ${phase}. To have the work judged: git_commit_phase.`;
    return { data: { run, phase, kept, changed: false as const }, text };
  },
});

export const STATE_TOOLS: readonly Tool[] = [readHandoffState, writeHandoffState];
