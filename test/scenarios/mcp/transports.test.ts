import { execFileSync } from 'node:child_process';
import type { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, vi } from 'vitest';
import { openBaton } from '../../../src/open.ts';
import { follow, GENERATIONS, type Generation, overHttp, overStreams } from '../../mcp/clients.ts';
import { MAIN, startMcp } from '../../mcp/program.ts';
import { temporaryRepository } from '../../repository.ts';

const WAYS = {
  'the streams of the program': async (cwd: string, generation: Generation) => overStreams(cwd, generation),
  HTTP: async (cwd: string, generation: Generation) => {
    const { url, clients } = await startMcp(cwd);
    return overHttp(url, clients[0]?.token ?? '', generation);
  },
};

const cases = Object.entries(WAYS).flatMap(([way, connect]) =>
  (Object.keys(GENERATIONS) as Generation[]).map((generation) => ({ way, generation, connect })),
);

describe.each(cases)('a client of $generation over $way', ({ generation, connect }) => {
  it('finds tools, resources and prompts, reads what is recorded, and is given ids to choose from', async () => {
    const cwd = temporaryRepository();
    const id = await prepared(cwd);
    const client = await connect(cwd, generation);
    expect(client.getNegotiatedProtocolVersion()).toBe(generation);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('handoff_list');
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
      'take-handoff',
      'review-handoff',
      'start-tdd',
    ]);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(['baton://runs', `baton://handoff/${id}`]));
    expect(await read(client, `baton://handoff/${id}`)).toContain('# Agent Handoff: dev → reviewer');
    expect(JSON.parse(await read(client, `baton://handoff/${id}.json`)).handoff.id).toBe(id);
    await expect(client.readResource({ uri: 'baton://handoff/nothing' })).rejects.toThrow(/not found/i);
    await expect(client.readResource({ uri: 'baton://run/..%2f..%2fHEAD/journal' })).rejects.toThrow(/not found/i);
    const { messages } = await client.getPrompt({ name: 'take-handoff', arguments: { id } });
    expect(JSON.stringify(messages)).toContain('handoff_accept');
    expect(JSON.stringify(messages)).toContain('Look at the parser');
    const ref = { type: 'ref/prompt', name: 'take-handoff' } as const;
    const { completion } = await client.complete({ ref, argument: { name: 'id', value: id.slice(0, 4) } });
    expect(completion.values).toEqual([id]);
    await expect(client.getPrompt({ name: 'take-handoff', arguments: { id: 'nothing' } })).rejects.toThrow(
      /no handoff/,
    );
  });

  it('is told when a handoff moves and when there is a new one', async () => {
    const cwd = temporaryRepository();
    const id = await prepared(cwd);
    const client = await connect(cwd, generation);
    const told = await follow(client, generation, [`baton://handoff/${id}`, 'baton://handoffs']);
    const elsewhere = await openBaton({ cwd });
    await elsewhere.handoffs.move(id, 'accepted', 'reviewer');
    elsewhere.close();
    await vi.waitFor(() => expect(told.updated).toContain(`baton://handoff/${id}`), { timeout: 20_000 });
    const other = await prepared(cwd);
    await vi.waitFor(() => expect(told.lists).toBeGreaterThan(0), { timeout: 20_000 });
    expect(told.updated).toContain('baton://handoffs');
    expect(told.updated).not.toContain(`baton://handoff/${other}`);
  });
});

describe('baton mcp over the streams of the program', () => {
  it('ends with 0 when its client leaves, and prints nothing but the protocol', async () => {
    const cwd = temporaryRepository();
    const lines = ['no JSON', '{"jsonrpc":"2.0","id":1,"method":"ping"}', '[]'];
    const out = execFileSync(process.execPath, [MAIN, 'mcp'], {
      cwd,
      input: `${lines.join('\n')}\n`,
      encoding: 'utf8',
    });
    for (const line of out.trim().split('\n').filter(Boolean)) expect(JSON.parse(line).jsonrpc).toBe('2.0');
  });

  it('refuses to act as several', async () => {
    const told = () =>
      execFileSync(process.execPath, [MAIN, 'mcp', '--as', 'a', '--as', 'b'], {
        cwd: temporaryRepository(),
        stdio: 'pipe',
        encoding: 'utf8',
      });
    expect(told).toThrow(/--http/);
  });
});

describe('baton mcp --http', () => {
  it('gives each agent a token of its own, and each token acts as its agent', async () => {
    const cwd = temporaryRepository();
    const { url, clients } = await startMcp(cwd, ['--as', 'dev', '--as', 'reviewer']);
    expect(clients.map(({ name, kind }) => `${kind} ${name}`)).toEqual(['agent dev', 'agent reviewer']);
    const tokens = clients.map(({ token }) => token ?? '');
    expect(new Set(tokens).size).toBe(2);
    expect(tokens.every((token) => token.length === 43)).toBe(true);
    const id = await prepared(cwd);
    const [dev, reviewer] = await Promise.all(tokens.map((token) => overHttp(url, token, '2025-11-25')));
    expect((await accept(dev as Client, id)).isError).toBe(true);
    expect((await accept(reviewer as Client, id)).isError ?? false).toBe(false);
  });

  it('lets only one of two clients that race accept a handoff', async () => {
    const cwd = temporaryRepository();
    const { url, clients } = await startMcp(cwd);
    const ids = [await prepared(cwd), await prepared(cwd), await prepared(cwd)];
    const racers = await Promise.all([
      overHttp(url, clients[0]?.token ?? '', '2025-11-25'),
      overHttp(url, clients[0]?.token ?? '', '2026-07-28'),
    ]);
    for (const id of ids) {
      const ends = await Promise.all(racers.map((client) => accept(client, id)));
      expect(ends.filter(({ isError }) => isError !== true)).toHaveLength(1);
    }
  });

  it('takes a token from the environment, and does not print it', async () => {
    const token = 'a-token-that-is-long-enough-for-it-1';
    const { url, clients } = await startMcp(temporaryRepository(), [], { BATON_MCP_TOKEN: token });
    expect(JSON.stringify(clients)).not.toContain(token);
    expect((await (await overHttp(url, token, '2026-07-28')).listTools()).tools.length).toBeGreaterThan(0);
    const short = startMcp(temporaryRepository(), [], { BATON_MCP_TOKEN: 'short' });
    await expect(short).rejects.toThrow(/32 characters/);
  });

  it('says what to do when its port is taken', async () => {
    const { url } = await startMcp(temporaryRepository());
    const taken = startMcp(temporaryRepository(), ['--port', new URL(url).port]);
    await expect(taken).rejects.toThrow(/another program uses it.*--port 0/);
  });

  it('ends with 0 on Ctrl-C, though clients hold streams open', async () => {
    const { url, clients, end } = await startMcp(temporaryRepository());
    const client = await overHttp(url, clients[0]?.token ?? '', '2025-11-25');
    await client.listTools();
    const modern = await overHttp(url, clients[0]?.token ?? '', '2026-07-28');
    const { closed } = await modern.listen({ resourcesListChanged: true });
    expect(await end('SIGINT')).toBe(0);
    expect(await closed).toBe('graceful');
  });

  it('ends a session that its client gives up', async () => {
    const { url, clients } = await startMcp(temporaryRepository());
    const first = await overHttp(url, clients[0]?.token ?? '', '2025-11-25');
    const { sessionId } = first.transport as StreamableHTTPClientTransport;
    expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
    await (first.transport as StreamableHTTPClientTransport).terminateSession();
    await expect(first.listTools()).rejects.toThrow(/404|session/i);
  });
});

async function prepared(cwd: string): Promise<string> {
  const baton = await openBaton({ cwd });
  const instructions = { task: 'Look at the parser' };
  const { handoff } = await baton.handoffs.create({
    sourceAgent: 'dev',
    targetAgent: 'reviewer',
    context: {},
    instructions,
  });
  baton.close();
  return handoff.id;
}

async function read(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  return content !== undefined && 'text' in content ? content.text : '';
}

function accept(client: Client, id: string) {
  return client.callTool({ name: 'handoff_accept', arguments: { id } });
}
