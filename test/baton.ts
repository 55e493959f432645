import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

export interface Told {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built program in a directory. */
export function baton(cwd: string, ...args: string[]): Told {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { cwd, encoding: 'utf8' });
  return { code: status, out: stdout.trimEnd(), err: stderr.trimEnd() };
}

/** The same without waiting, for several at once. */
export function batonAsync(cwd: string, ...args: string[]): Promise<Told> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [main, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk;
    });
    child.on('close', (code) => resolve({ code, out: out.trimEnd(), err: err.trimEnd() }));
  });
}

/** Runs a command that is expected to succeed with `--json` and gives what it printed. */
export function batonJson(cwd: string, ...args: string[]) {
  const told = baton(cwd, ...args, '--json');
  if (told.code !== 0) throw new Error(`baton ${args.join(' ')}: ${told.code} ${told.err}`);
  return JSON.parse(told.out);
}
