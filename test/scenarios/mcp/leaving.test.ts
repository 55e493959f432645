import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, vi } from 'vitest';
import { batonJson } from '../../baton.ts';
import { ENVIRONMENT, MAIN } from '../../mcp/program.ts';
import { newProject } from '../tdd/project.ts';

it('a program that leaves with one signal after the other still has its run parked', async () => {
  const { path, environment } = newProject();
  const env = { ...ENVIRONMENT, ...environment };
  const transport = new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], cwd: path, env });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  await client.callTool({ name: 'run_start', arguments: { request: 'A sum', name: 'sum' } });
  const { structuredContent } = await client.callTool({ name: 'run_status', arguments: { run: 'sum', wait_s: 50 } });
  expect(structuredContent).toMatchObject({ run: { session: { phase: 'plan', agent: 'test-list-agent' } } });

  const left = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  const pid = transport.pid ?? 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGTERM'] as const) {
    process.kill(pid, signal);
    await sleep(10);
  }
  await left;
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  expect(batonJson(path, 'status', 'sum')).toMatchObject({ runs: [{ run: 'sum', state: 'parked', phase: 'plan' }] });
});
