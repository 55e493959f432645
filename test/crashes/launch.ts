import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './stage.ts';

/** What happens in a process of Baton: at a fault point, or after some time. */
export type Fault =
  | { readonly point: string; readonly nth: number; readonly act: Act }
  | { readonly killAfterMs: number };

/** As test/crashes/preload.mjs has it. */
export type Act =
  | { readonly kill: true }
  | { readonly killSoon: number }
  | { readonly errno: string }
  | { readonly git: 'exits' | 'dies' | 'forgets' }
  | { readonly hours: number }
  | { readonly person: string };

/** How a command ended and what it printed. */
export interface Ended {
  readonly words: readonly string[];
  /** Nothing if it was killed. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

export interface Launching {
  /** The repository of Baton itself, built. */
  readonly repository: string;
  readonly fault?: Fault | undefined;
  /** A file that gets the fault points that were passed. */
  readonly list?: string | undefined;
}

/** A command that takes longer than this hangs. */
const PATIENCE_MS = 120_000;

/** Runs a command of the built program in a process group of its own, which is gone afterwards. */
export async function launch(
  stage: Stage,
  words: readonly string[],
  { repository, fault, list }: Launching,
): Promise<Ended> {
  const place = (name: string) => join(repository, name);
  const plan = { list, ...(fault !== undefined && 'point' in fault ? fault : {}) };
  const started = performance.now();
  const args = ['--import', place('test/crashes/preload.mjs'), place('dist/cli/main.js'), ...words];
  const child = spawn(process.execPath, args, {
    cwd: stage.checkout,
    env: { ...process.env, ...stage.environment, CRASH_PLAN: JSON.stringify(plan) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const told = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    told.out += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    told.err += piece;
  });
  const over = new AbortController();
  const limit = fault !== undefined && 'killAfterMs' in fault ? fault.killAfterMs : PATIENCE_MS;
  void sleep(limit, undefined, { signal: over.signal }).then(
    () => killGroup(child.pid),
    () => undefined,
  );
  // Not `close`: what was left running may hold the output open.
  const code = await new Promise<number | null>((resolve) => child.on('exit', (status) => resolve(status)));
  over.abort();
  killGroup(child.pid);
  await Promise.race([new Promise((resolve) => child.on('close', resolve)), sleep(500)]);
  return { words, code, ...told, ms: performance.now() - started };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it is gone.
  }
}
