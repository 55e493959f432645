import type { Output } from '../src/cli/output.ts';
import { runProgram } from '../src/cli/program.ts';

/** Runs a command line in this process, in a directory, and gives what it told. */
export async function program(cwd: string, ...argv: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const output: Output = { out: (text) => out.push(text), err: (text) => err.push(text), interactive: false };
  const code = await runProgram({ argv, cwd, version: '1.2.3', output });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
