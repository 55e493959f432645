import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { now } from '../../../base/clock.ts';
import type { JsonValue } from '../../../base/json.ts';
import { filesWithTests } from '../../../evidence/report.ts';
import type { SealedHandoff } from '../../../handoff/package.ts';
import { redact } from '../../../handoff/redact.ts';
import type { Containment, Runner, SessionMessage, SessionOutcome } from '../../../runners/runner.ts';
import { writeKept } from '../../../sys/kept-file.ts';
import { openStartedPrograms } from '../../../sys/left-programs.ts';
import { type LineFile, openLineFile } from '../../../sys/line-file.ts';
import { sandboxed, sandboxFor } from '../../../sys/sandbox.ts';
import { leftToSpend } from '../../../workflow/budget.ts';
import { lookup, phaseOf } from '../../../workflow/workflow.ts';
import { startedIn } from '../../started-programs.ts';
import type { Workbench } from '../../workbench.ts';
import { writeRule } from '../gates/scope.ts';
import { acceptedReport } from '../report.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { changedOutside, lookOutside } from './trespass.ts';

/** What a session is given. */
export interface Given {
  readonly session: string;
  readonly scratch: string;
  readonly handoff: SealedHandoff;
  readonly prompt: string;
  readonly agent: {
    readonly name: string;
    readonly body: string;
    readonly tools: readonly string[];
    readonly max_turns?: number | undefined;
  };
}

/** A session that has come to its end, however that was. */
export interface Played {
  readonly outcome: SessionOutcome;
  /** By a clock that nobody sets. */
  readonly ms: number;
  /** Whether a sandbox kept the agent from everything but its workbench. */
  readonly contained: boolean;
  /** What of the user's changed meanwhile, though no sandbox kept the agent from it. */
  readonly outside: readonly string[];
  readonly stream: LineFile;
  /** Whether a person's chat played it, whose unfinished work is kept for when it comes back. */
  readonly byChat: boolean;
  /** Whether what it used is what the agent itself says. */
  readonly claimsUsage: boolean;
}

const LONGEST_STREAM = 20_000_000;

/** Runs the agent's program in the workbench, in the sandbox where there is one, and keeps what it says as it comes. */
export async function playSession(
  turn: Turn,
  around: Surroundings,
  runner: Runner,
  workbench: Workbench,
  given: Given,
): Promise<Played> {
  const { state } = turn;
  const { repository, pinned } = around;
  const sandbox = await sandboxFor(around.sandbox);
  const contained = sandbox !== undefined && runner.isOutside !== true;
  const stream = openLineFile(streamFile(repository.batonDir, state.run, given.session), LONGEST_STREAM);
  const handoffFile = join(given.scratch, 'handoff.json');
  writeKept(handoffFile, given.handoff);
  const contain = (program: readonly string[], needs: Containment = {}) => {
    if (sandbox === undefined) {
      for (const { from, to } of needs.login ?? []) symlinkSync(from, to);
      return program;
    }
    return sandboxed(program, {
      writable: [workbench.path, given.scratch],
      readable: needs.readable,
      login: needs.login,
      mounts: workbench.reads.map((path) => ({ from: path, to: path })),
      network: needs.network ?? true,
      cwd: workbench.path,
    });
  };
  const programs = openStartedPrograms(startedIn(repository));
  const before = contained ? undefined : await lookOutside(repository);
  let mark: string | undefined;
  const started = performance.now();
  const outcome = await runner.play({
    run: state.run,
    workflow: state.workflow.name,
    phase: state.phase,
    agent: phaseOf(state.workflow, state.phase).agent,
    cycle: state.cycle,
    visit: lookup(state.visits, state.phase) ?? 1,
    attempt: state.attempt,
    workbench: workbench.path,
    prompt: given.prompt,
    instructions: given.agent.body,
    tools: given.agent.tools,
    model: pinned.runners[given.agent.name]?.model,
    handoffFile,
    outputFile: join(given.scratch, 'result.json'),
    scratch: given.scratch,
    deadlineMs: state.settings.deadline_min * 60_000,
    maxTurns: given.agent.max_turns,
    budgetUsd: leftToSpend(state),
    traceparent: around.traceparent(),
    mayNotWrite: writeRule(turn, around, filesWithTests(await acceptedReport(turn))),
    signal: around.stopping,
    contain,
    onStarting(given) {
      mark = given;
      programs.note(mark);
    },
    onMessage(message) {
      const told = clean(message);
      stream.add({ at: now().toISOString(), ...told });
      around.onMessage(told);
    },
  });
  if (mark !== undefined) programs.strike(mark);
  const ms = Math.round(performance.now() - started);
  const outside = before === undefined ? [] : changedOutside(before, await lookOutside(repository));
  return {
    outcome,
    ms,
    contained,
    outside,
    stream,
    byChat: runner.isOutside === true,
    claimsUsage: runner.claimsUsage === true,
  };
}

/** Where the live stream of a session is. */
export function streamFile(batonDir: string, run: string, session: string): string {
  return join(batonDir, 'streams', run, `${session}.ndjson`);
}

function clean(message: SessionMessage): SessionMessage {
  return redact(message as unknown as JsonValue).value as unknown as SessionMessage;
}
