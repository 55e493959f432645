import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openBaton } from '../../../src/open.ts';
import { ENVIRONMENT, MAIN } from '../../mcp/program.ts';
import { newProject } from '../tdd/project.ts';

const RUN = 'sum';

/** A client that has started a run in the program, which waits for somebody to play its first session. */
async function withRun() {
  const project = newProject();
  const env = { ...ENVIRONMENT, ...project.environment };
  const child = spawn(process.execPath, [MAIN, 'mcp'], { cwd: project.path, env });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const ask = asking(child);
  await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  const started = await ask('tools/call', {
    name: 'run_start',
    arguments: { request: 'A sum', name: RUN, runner: 'attached' },
  });
  expect(started).toMatchObject({ result: { structuredContent: { run: RUN } } });
  await vi.waitFor(async () => expect(JSON.stringify(await status(ask))).toContain('workbench'), {
    timeout: 40_000,
    interval: 300,
  });
  return { project, child };
}

type Ask = (method: string, params: object) => Promise<unknown>;

/** Asks one thing after the other. */
function asking(child: ChildProcessWithoutNullStreams): Ask {
  const lines = createInterface(child.stdout);
  let id = 0;
  return async (method, params) => {
    id++;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for (;;) {
      const [line] = await once(lines, 'line');
      const message = JSON.parse(String(line));
      if (message.id === id) return message;
    }
  };
}

function status(ask: Ask): Promise<unknown> {
  return ask('tools/call', { name: 'run_status', arguments: { run: RUN } });
}

describe('when a client leaves, or the program is told to end, the run it moved is parked', () => {
  const WAYS: Readonly<Record<string, (child: ChildProcessWithoutNullStreams) => void>> = {
    'by closing its stream': ({ stdin }) => void stdin.end(),
    'by SIGTERM': (child) => void child.kill('SIGTERM'),
    'by Ctrl-C': (child) => void child.kill('SIGINT'),
  };

  it.each(Object.entries(WAYS))('%s', async (_, leave) => {
    const { project, child } = await withRun();
    const closed = once(child, 'close');
    leave(child);
    expect(await closed).toEqual([0, null]);
    for (const [name, value] of Object.entries(project.environment)) vi.stubEnv(name, value);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const baton = await openBaton({ cwd: project.path });
    onTestFinished(() => baton.close());
    expect((await baton.runs.view(RUN)).state).toBe('parked');
  });
});
