import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner, SessionMessage, SessionOutcome, SessionRequest } from '../runners/runner.ts';
import { makeDirectories, withTemporary } from '../sys/kept-file.ts';
import { fateOf, thisProcess } from '../sys/process-owner.ts';

/** One session of a runner in directories of its own, and what became known of it. */
export interface TrialSession {
  readonly request: SessionRequest;
  readonly messages: readonly SessionMessage[];
  readonly started: readonly string[];
  play(runner: Runner): Promise<SessionOutcome>;
  /** A file the session left in its workbench. */
  read(path: string): string;
  /** Waits until a file is in the workbench. */
  appears(path: string): Promise<void>;
}

/** Gives a session in new directories, which are gone afterwards. */
export function withTrialSession<T>(
  work: (session: TrialSession) => Promise<T>,
  more: Partial<SessionRequest> = {},
): Promise<T> {
  return withTemporary('baton-runner-', async (directory) => {
    const [workbench, scratch] = [join(directory, 'workbench'), join(directory, 'scratch')];
    makeDirectories(workbench, scratch);
    const messages: SessionMessage[] = [];
    const started: string[] = [];
    const request: SessionRequest = {
      run: 'r1',
      workflow: 'tdd',
      phase: 'red',
      agent: 'test-agent',
      cycle: 1,
      visit: 1,
      attempt: 1,
      workbench,
      prompt: 'Write one failing test.\n',
      instructions: 'You write tests.\n',
      tools: ['Read', 'Write', 'Bash'],
      model: undefined,
      handoffFile: join(directory, 'handoff.json'),
      outputFile: join(scratch, 'result.json'),
      scratch,
      deadlineMs: 60_000,
      maxTurns: undefined,
      budgetUsd: undefined,
      traceparent: undefined,
      mayNotWrite: () => undefined,
      signal: new AbortController().signal,
      contain: (program) => program,
      onStarting: (mark) => started.push(mark),
      onMessage: (message) => messages.push(message),
      ...more,
    };
    writeFileSync(request.handoffFile, '{}');
    return work({
      request,
      messages,
      started,
      play: (runner) => runner.play(request),
      read: (path) => readFileSync(join(workbench, path), 'utf8'),
      appears: (path) => appears(join(workbench, path)),
    });
  });
}

/** Whether a process is there and can still do something. */
export function isAlive(pid: number): boolean {
  return fateOf({ pid, start: 'unknown', table: thisProcess().table }) === 'alive';
}

async function appears(file: string): Promise<void> {
  while (!existsSync(file)) await sleep(10);
}
