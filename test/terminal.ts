import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** Why no pseudo-terminal can be had here; nothing if one can. Node has none: `script` of util-linux does. */
export function noTerminal(): string | undefined {
  const { stdout = '' } = spawnSync('script', ['--version'], { encoding: 'utf8' });
  return stdout.includes('util-linux') ? undefined : '`script` of util-linux is not installed';
}

/** A program in a terminal, and the person who looks at it. */
export interface Terminal {
  /** Everything shown so far. */
  shown(): string;
  type(text: string): void;
  /** Waits until something is shown that was not waited for before. */
  sees(pattern: RegExp): Promise<string>;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts the built program in a terminal of 100 columns and 40 rows. */
export function batonInTerminal(cwd: string, args: readonly string[], env: Record<string, string> = {}): Terminal {
  const quoted = [process.execPath, main, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const child = spawn('script', ['-qfec', `stty cols 100 rows 40; exec ${quoted}`, '/dev/null'], {
    cwd,
    env: { ...process.env, TERM: 'xterm', NO_COLOR: '', SHELL: '/bin/sh', ...env },
  });
  let shown = '';
  let seen = 0;
  let wake: () => void = () => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      shown += chunk;
      wake();
    });
  }
  child.stdin.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
    wake();
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    shown: () => shown,
    type: (text) => void child.stdin.write(text),
    ended,
    async sees(pattern) {
      for (;;) {
        const found = pattern.exec(shown.slice(seen));
        if (found !== null) {
          seen += found.index + found[0].length;
          return found[0];
        }
        if (isOver) throw new Error(`The program ended without showing ${pattern}. It showed:\n${shown.slice(seen)}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
