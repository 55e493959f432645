import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Actor } from '../engine/acting.ts';
import { openMcpHttp } from './http.ts';

const ANN: Actor = { name: 'ann', kind: 'person' };
const BOT: Actor = { name: 'ann', kind: 'agent' };

/** A handler whose servers have nothing to offer. */
function opened(limits?: { readonly most: number; readonly idleMs: number }) {
  const mcp = openMcpHttp({
    limits,
    watch: () => undefined,
    make: () =>
      new McpServer({ name: 'test', version: '1' }, { capabilities: { tools: {}, resources: { subscribe: true } } }),
  });
  onTestFinished(() => mcp.close());
  const post = (body: unknown, session?: string, actor = ANN) => mcp.fetch(posted(body, session), actor);
  return {
    ...mcp,
    post,
    async begin(actor = ANN) {
      const response = await post(INITIALIZE, undefined, actor);
      await response.text();
      return response.headers.get('mcp-session-id') ?? '';
    },
  };
}

function posted(body: unknown, session?: string): Request {
  return new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const stream = (session: string) =>
  new Request('http://127.0.0.1/mcp', { headers: { accept: 'text/event-stream', 'mcp-session-id': session } });

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const PING = { jsonrpc: '2.0', id: 2, method: 'ping' };

describe('sessions of clients of 2025', () => {
  it('belong to whoever opened them', async () => {
    const { begin, post } = opened();
    const id = await begin();
    expect((await post(PING, id)).status).toBe(200);
    expect((await post(PING, id, BOT)).status).toBe(404);
    expect((await post(PING, 'nothing')).status).toBe(404);
    expect((await post(PING)).status).toBe(400);
  });

  it('end when they are given up', async () => {
    const { begin, post, fetch, sessions } = opened();
    const id = await begin();
    const headers = { 'mcp-session-id': id };
    expect((await fetch(new Request('http://127.0.0.1/mcp', { method: 'DELETE', headers }), BOT)).status).toBe(404);
    expect((await fetch(new Request('http://127.0.0.1/mcp', { method: 'DELETE', headers }), ANN)).status).toBe(200);
    expect(sessions()).toBe(0);
    expect((await post(PING, id)).status).toBe(404);
  });

  it('are never more than the limit, even if many begin at once', async () => {
    const { begin, sessions } = opened({ most: 2, idleMs: 60_000 });
    await Promise.all([begin(), begin()]);
    await Promise.all(Array.from({ length: 20 }, () => begin()));
    expect(sessions()).toBe(2);
  });

  it('end when nothing was asked for a while, unless a stream is open', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { begin, post, fetch, sessions } = opened({ most: 10, idleMs: 60_000 });
    const [idle, used, held] = [await begin(), await begin(), await begin()];
    const open = await fetch(stream(held), ANN);
    vi.advanceTimersByTime(50_000);
    await (await post(PING, used)).text();
    vi.advanceTimersByTime(50_000);
    await vi.waitFor(() => expect(sessions()).toBe(2));
    expect((await post(PING, idle)).status).toBe(404);
    await open.body?.cancel();
    vi.advanceTimersByTime(200_000);
    await vi.waitFor(() => expect(sessions()).toBe(0));
  });

  it('make room for one more by ending the one that was idle longest, and never one in use', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { begin, post, fetch, sessions } = opened({ most: 2, idleMs: 3_600_000 });
    const first = await begin();
    vi.advanceTimersByTime(1_000);
    const second = await begin();
    vi.advanceTimersByTime(1_000);
    await (await post(PING, first)).text();
    const third = await begin();
    expect(sessions()).toBe(2);
    expect((await post(PING, second)).status).toBe(404);
    const streams = [await fetch(stream(first), ANN), await fetch(stream(third), ANN)];
    expect((await post(INITIALIZE)).status).toBe(503);
    for (const { body } of streams) await body?.cancel();
  });

  it('keep a bound on what they subscribe to', async () => {
    const { begin, post } = opened();
    const id = await begin();
    const subscribe = (uri: string) =>
      post({ jsonrpc: '2.0', id: 3, method: 'resources/subscribe', params: { uri } }, id);
    expect(await (await subscribe('baton://run/x')).text()).toContain('"result":{}');
    expect(await (await subscribe(`baton://${'x'.repeat(600)}`)).text()).toContain('-32602');
  });
});

describe('requests that are no good', () => {
  it('are refused with what is wrong', async () => {
    const { post, fetch } = opened();
    expect((await post('{ no JSON')).status).toBe(400);
    expect((await post('')).status).toBe(400);
    for (const body of [null, 1, 'text', [], {}, { jsonrpc: '1.0' }, [INITIALIZE, INITIALIZE]]) {
      const { status } = await post(JSON.stringify(body));
      expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
      expect(status, JSON.stringify(body)).toBeLessThan(500);
    }
    const text = new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    });
    expect((await fetch(text, ANN)).status).toBe(415);
    expect((await fetch(new Request('http://127.0.0.1/mcp', { method: 'PUT' }), ANN)).status).toBeGreaterThanOrEqual(
      400,
    );
  });

  it('are refused when they are too large, before they are read to the end', async () => {
    const { fetch } = opened();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000).fill(32));
      },
    });
    const headers = { 'content-type': 'application/json' };
    const huge = new Request('http://127.0.0.1/mcp', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
    expect((await fetch(huge, ANN)).status).toBe(413);
    expect(sent).toBeLessThan(10_000_000);
  });

  it('leave no session behind', async () => {
    const { post, sessions } = opened();
    const { status } = await post({ ...INITIALIZE, params: { protocolVersion: 7 } });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(sessions()).toBe(0);
  });
});
