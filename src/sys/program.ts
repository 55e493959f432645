import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { LONGEST_TIMER_MS } from '../base/clock.ts';
import { BatonError } from '../base/error.ts';
import { faultPoint } from '../base/fault-point.ts';
import { endMarked, untilGone } from './process-tree.ts';

/** A program to be started. */
export interface StartRequest {
  readonly program: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing of Baton's own is passed on. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Most characters of output that are kept; what is more loses its middle. Default 1,000,000. */
  readonly keepOutput?: number | undefined;
  /** Called once, before the program runs: the mark finds it and everything it starts, should this process die. */
  readonly onStarting?: ((mark: string) => void) | undefined;
  /** Ends the program early. */
  readonly signal?: AbortSignal | undefined;
  /** It is bubblewrap: all that runs in it ends with one process, which it names on a channel of its own. */
  readonly isContained?: boolean | undefined;
}

/** A program to run to its end, whatever it does. */
export interface ProgramRequest extends StartRequest {
  readonly input?: string | undefined;
  /** Called with every piece of output as it comes. */
  readonly onOutput?: ((piece: string, stream: 'stdout' | 'stderr') => void) | undefined;
}

/** A program that runs, to be talked to. */
export interface StartedProgram {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when it and everything it started are gone; fails if it could not be started. */
  readonly ended: Promise<ProgramResult>;
  /** Ends it at once. */
  end(): void;
}

/** How a program ended. */
export interface ProgramResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  /** What it printed, both streams in order, cut in the middle when long. */
  readonly output: string;
  readonly wallMs: number;
}

/** The environment variable by which everything a program started can be found again. */
export const MARK = 'BATON_PROGRAM';

/** Runs a program and waits until it and everything it started are gone. */
export async function runProgram(request: ProgramRequest): Promise<ProgramResult> {
  const { child, ended } = startProgram(request, request.onOutput);
  child.stdin.end(request.input ?? '');
  return ended;
}

/**
 * Starts a program to talk to. Its process group is ended when it returns or its time is up, and daemons that left the
 * group are found by a mark in their environment.
 */
export function startProgram(request: StartRequest, onOutput?: ProgramRequest['onOutput']): StartedProgram {
  const [command = '', ...args] = request.program;
  const mark = randomUUID();
  const started = performance.now();
  const output = keepEnds(request.keepOutput ?? 1_000_000);
  request.onStarting?.(mark);
  faultPoint('program.before');
  const isContained = request.isContained === true;
  const child = spawn(command, isContained ? ['--info-fd', '3', ...args] : args, {
    cwd: request.cwd,
    env: { ...request.environment, [MARK]: mark },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', ...(isContained ? (['pipe'] as const) : [])],
  }) as ChildProcessWithoutNullStreams;
  let named = '';
  child.stdio[3]?.on('data', (piece) => {
    named += piece;
  });
  // Whatever happens next, a program that is gone must not take this process with it.
  child.stdin.on('error', () => undefined);
  child.on('error', () => undefined);
  let timedOut = false;
  const end = () => endGroup(child);
  const expire = () => {
    timedOut = true;
    end();
  };
  const deadline = setTimeout(expire, Math.min(request.timeoutMs, LONGEST_TIMER_MS));
  request.signal?.addEventListener('abort', end);
  if (request.signal?.aborted === true) end();

  async function untilEnded(): Promise<ProgramResult> {
    try {
      faultPoint('program.started');
      const { exitCode, signal } = await exitOf(child, request, (piece, stream) => {
        output.add(piece);
        onOutput?.(piece, stream);
      });
      faultPoint('program.ended');
      return { exitCode, signal, timedOut, output: output.text(), wallMs: performance.now() - started };
    } finally {
      clearTimeout(deadline);
      request.signal?.removeEventListener('abort', end);
      endGroup(child);
      const holder = /"child-pid": (\d+)/.exec(named)?.[1];
      if (holder === undefined || !(await untilGone(holder))) await endMarked(MARK, mark);
      child.stdout.destroy();
      child.stderr.destroy();
    }
  }

  return { child, ended: untilEnded(), end };
}

/** Waits for the program itself to exit; output still held open by a daemon is not waited for. */
function exitOf(child: ChildProcess, request: StartRequest, tell: NonNullable<ProgramRequest['onOutput']>) {
  return new Promise<{ exitCode: number | null; signal: string | null }>((resolve, reject) => {
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream]?.setEncoding('utf8').on('data', (piece: string) => {
        try {
          tell(piece, stream);
        } catch (error) {
          reject(error);
        }
      });
    }
    child.on('error', (cause) => reject(cannotStart(request, cause)));
    child.on('exit', (exitCode, signal) => {
      const settle = () => resolve({ exitCode, signal });
      child.on('close', settle);
      setTimeout(settle, LINGER_MS).unref();
      endGroup(child);
    });
  });
}

/** How long output may still come once the program is gone. */
const LINGER_MS = 2_000;

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group is gone already.
  }
}

function cannotStart({ program, cwd }: StartRequest, cause: Error): BatonError {
  const [command = ''] = program;
  return new BatonError('missing_program', `Cannot start ${command} in ${cwd}: ${cause.message}. Is it installed?`, {
    data: { program: command },
    cause,
  });
}

/** Collects text, keeping its beginning and its end when there is more than fits. */
function keepEnds(most: number) {
  const half = Math.floor(most / 2);
  let head = '';
  let tail = '';
  let dropped = 0;
  return {
    add(piece: string): void {
      const room = half - head.length;
      head += piece.slice(0, Math.max(0, room));
      tail += piece.slice(Math.max(0, room));
      if (tail.length <= half * 2) return;
      dropped += tail.length - half;
      tail = tail.slice(-half);
    },
    text(): string {
      const excess = Math.max(0, tail.length - half);
      const gone = dropped + excess;
      return gone === 0 ? head + tail : `${head}\n[... ${gone} characters left out ...]\n${tail.slice(excess)}`;
    },
  };
}
