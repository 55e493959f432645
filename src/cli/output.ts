import { isBatonError } from '../base/error.ts';
import { EXIT, exitCodeFor } from './exit-code.ts';
import { safeForTerminal } from './plain-text.ts';

/** Where a command writes: the process's own streams, or a test's. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
  /** Whether a person watches, so that progress makes sense. */
  readonly interactive: boolean;
  /** The terminal that `out` writes to, if it is one on which lines can be drawn again. */
  readonly screen?: Screen | undefined;
}

/** A terminal. */
export interface Screen {
  readonly colour: boolean;
  columns(): number;
  rows(): number;
  /** Writes text as it is. */
  write(text: string): void;
  /** Calls back when the window's size has changed, until the function it gives is called. */
  onResize(listener: () => void): () => void;
}

export function processOutput(env: NodeJS.ProcessEnv): Output {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosed);
  const interactive = stdout.isTTY === true;
  return {
    out: printTo(stdout),
    err: printTo(stderr),
    interactive,
    ...(interactive && env.TERM !== 'dumb' ? { screen: screenOf(stdout, env) } : {}),
  };
}

/** A pipe or a file gets the text as it is; a terminal gets nothing that could steer it. */
function printTo(stream: NodeJS.WriteStream): (text: string) => void {
  return (text) => void stream.write(`${stream.isTTY === true ? safeForTerminal(text) : text}\n`);
}

/** Whoever read the output may have gone, as `head` does; the work goes on without them. */
function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function screenOf(stdout: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Screen {
  return {
    colour: (env.NO_COLOR ?? '') === '',
    columns: () => stdout.columns || 80,
    rows: () => stdout.rows || 24,
    write: (text) => void stdout.write(text),
    onResize(listener) {
      stdout.on('resize', listener);
      return () => void stdout.off('resize', listener);
    },
  };
}

/** Tells an error on stderr, as a sentence or as JSON, and gives the exit code for it. */
export function tellError(error: unknown, output: Output, json: boolean): number {
  const known = isBatonError(error);
  const code = known ? error.code : 'internal';
  const message = error instanceof Error ? error.message : String(error);
  if (json) {
    output.err(JSON.stringify({ error: { code, message, data: known ? error.data : {} } }));
  } else {
    output.err(`baton: ${message}`);
    if (!known && error instanceof Error && error.stack !== undefined) output.err(error.stack);
  }
  return known ? exitCodeFor(error.code) : EXIT.refused;
}
