import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The built program. */
export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** All that the program is told of this computer. */
export const ENVIRONMENT = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
};

/** Where a started program serves, and who may call. */
export interface Told {
  readonly url: string;
  readonly clients: readonly { readonly name: string; readonly kind: string; readonly token?: string }[];
}

/** Starts `baton mcp --http` on a free port and waits until it says where. `end` sends a signal and gives the exit code. */
export async function startMcp(cwd: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [MAIN, 'mcp', '--http', '--port', '0', '--json', ...args], {
    cwd,
    env: { ...ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk;
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), closed.then(() => undefined)]);
  if (line === undefined) throw new Error(`baton mcp ended: ${complaint}`);
  const told: Told = JSON.parse(String(line[0]));
  return {
    ...told,
    async end(signal: NodeJS.Signals): Promise<number | null> {
      child.kill(signal);
      const [code] = await closed;
      return code;
    },
  };
}
