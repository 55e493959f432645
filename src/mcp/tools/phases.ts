import { z } from 'zod';
import { BatonError } from '../../base/error.ts';
import type { PhaseVerdict } from '../../engine/phase-work.ts';
import { argumentsOf, runName, waitSeconds } from '../arguments.ts';
import { longOutput, longWork } from '../long-work.ts';
import { type Told, type Tool, tool } from '../tool.ts';
import type { WorkView } from '../works.ts';
import { refuseOtherPlayers } from './attached.ts';

const verdict = {
  verdict: z
    .enum(['committed', 'refused', 'asked', 'ended'])
    .describe(
      '`committed`: the gates let it through; `refused`: do it again; `asked`: a person decides; `ended`: the run is over',
    ),
  phase: z.string(),
  cycle: z.int(),
  commit: z.string(),
  subject: z.string().describe('First line of the commit message'),
  next: z.string().describe('Phase that follows'),
  attempt: z.int().describe('The attempt that was refused'),
  reasons: z.array(z.object({ code: z.string(), message: z.string() })).describe('Why the gates refused'),
  ask: z.string().describe('What run_decide is given'),
  question: z.string(),
  run_state: z.string().describe('How the run ended'),
  why: z.string(),
};

const gitCommitPhase = tool({
  name: 'git_commit_phase',
  title: 'Have a phase judged and committed',
  description:
    'Ends the session that waits for you: what is in its workbench is judged by the gates of the phase. If they let it through, Baton commits it; if not, you get the reasons and another attempt.',
  input: argumentsOf({ run: runName, wait_s: waitSeconds }),
  output: longOutput(z.object(verdict).partial().shape),
  effects: { readOnly: false },
  call({ run, wait_s: waitS }, calling) {
    const about = `judging the phase of ${run}`;
    refuseTwice(run, calling.works.latest(about));
    refuseOtherPlayers(calling, calling.host.attached.of(run));
    return longWork(calling, {
      about,
      waitS,
      endsWithCall: false,
      run: async ({ signal }) => tellVerdict(run, await calling.host.phases.handIn(run, signal)),
    });
  },
});

/** Who calls again while a phase is judged must not hand in the next one, which nobody has seen yet. */
function refuseTwice(run: string, judging: WorkView | undefined): void {
  if (judging?.state !== 'running') return;
  throw new BatonError(
    'wrong_status',
    `The phase of ${run} was handed in and is being judged. Ask for the end: run_status with handle ${judging.handle}.`,
  );
}

function tellVerdict(run: string, given: PhaseVerdict): Told<Partial<z.infer<z.ZodObject<typeof verdict>>>> {
  switch (given.kind) {
    case 'committed': {
      const { kind, phase, cycle, commit, subject, next } = given;
      const then = next === undefined ? '' : ` Next is ${next}: read_handoff_state with run ${run} gives its task.`;
      return {
        data: { verdict: kind, phase, cycle, commit, subject, ...(next === undefined ? {} : { next }) },
        text: `Committed as ${commit.slice(0, 12)} (${subject}).${then}`,
      };
    }
    case 'refused': {
      const { kind, phase, attempt, reasons } = given;
      const plain = reasons.map(({ code, message }) => ({ code, message }));
      const lines = plain.map(({ code, message }) => `- ${message} (${code})`);
      const head = `Refused: nothing was committed, and the run is still in ${phase}.`;
      const next = `What to do differently is in the next session: read_handoff_state with run ${run}.`;
      return { data: { verdict: kind, phase, attempt, reasons: plain }, text: [head, ...lines, next].join('\n') };
    }
    case 'asked': {
      const { kind, ask, question } = given;
      return {
        data: { verdict: kind, ask, question },
        text: `A person has to decide (${ask}): ${question} To have it answered: run_decide.`,
      };
    }
    case 'ended': {
      const { kind, state, why } = given;
      const data = { verdict: kind, run_state: state, ...(why === undefined ? {} : { why }) };
      return { data, text: `The run ${run} is ${state}${why === undefined ? '' : `: ${why}`}.` };
    }
  }
}

export const PHASE_TOOLS: readonly Tool[] = [gitCommitPhase];
