import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment } from '../sys/environment.ts';
import { makeDirectories } from '../sys/kept-file.ts';
import { type ProgramResult, runProgram } from '../sys/program.ts';
import type { Containment, SessionRequest } from './runner.ts';

type Environment = Readonly<Record<string, string>>;

/** A session's program that ran to its end. */
export interface PlayedProgram extends ProgramResult {
  /** The end of what it wrote to its standard output alone. */
  readonly stdout: string;
}

/**
 * The environment of a session's programs: clean, with a home and a directory for temporary files of its own. Made once,
 * before any of them runs: afterwards the scratch directory is theirs to change.
 */
export function prepareEnvironment(request: SessionRequest, more: Environment = {}): Environment {
  const places = { home: join(request.scratch, 'home'), temporary: join(request.scratch, 'tmp') };
  const instructions = join(request.scratch, 'instructions.md');
  makeDirectories(places.home, places.temporary);
  writeFileSync(instructions, request.instructions, { flag: 'wx' });
  return cleanEnvironment(places, {
    ...more,
    BATON_RUN: request.run,
    BATON_WORKFLOW: request.workflow,
    BATON_PHASE: request.phase,
    BATON_AGENT: request.agent,
    BATON_CYCLE: String(request.cycle),
    BATON_VISIT: String(request.visit),
    BATON_ATTEMPT: String(request.attempt),
    BATON_HANDOFF: request.handoffFile,
    BATON_OUTPUT: request.outputFile,
    BATON_INSTRUCTIONS: instructions,
    ...(request.traceparent === undefined ? {} : { TRACEPARENT: request.traceparent }),
  });
}

/** Runs a program of a session, contained, with the prompt as its input. What it prints is told while it runs. */
export async function playProgram(
  request: SessionRequest,
  program: readonly string[],
  environment: Environment,
  more: { readonly needs?: Containment | undefined; readonly timeoutMs?: number | undefined } = {},
): Promise<PlayedProgram> {
  const spoken = keepEnd();
  const result = await runProgram({
    program: request.contain(program, more.needs),
    cwd: request.workbench,
    environment,
    timeoutMs: more.timeoutMs ?? request.deadlineMs,
    input: request.prompt,
    keepOutput: 20_000,
    signal: request.signal,
    onStarting: request.onStarting,
    onOutput(text, stream) {
      if (stream === 'stdout') spoken.add(text);
      request.onMessage({ kind: 'text', text });
    },
  });
  return { ...result, stdout: spoken.text() };
}

/** Most characters of a result that are read. */
export const MOST_RESULT = 1_000_000;

/** Collects text and keeps its end: that is where a result stands. */
function keepEnd() {
  let text = '';
  return {
    add(piece: string): void {
      text += piece;
      if (text.length > MOST_RESULT * 2) text = text.slice(-MOST_RESULT);
    },
    text: () => text.slice(-MOST_RESULT),
  };
}
