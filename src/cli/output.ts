import { isBatonError } from '../base/error.ts';
import { EXIT, exitCodeFor } from './exit-code.ts';

/** Where a command writes: the process's own streams, or a test's. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
  /** Whether a person watches, so that colour and progress make sense. */
  readonly interactive: boolean;
}

export function processOutput(env: NodeJS.ProcessEnv): Output {
  return {
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
    interactive: process.stdout.isTTY === true && env.NO_COLOR === undefined,
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
