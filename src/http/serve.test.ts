import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Actor } from '../engine/acting.ts';
import { type Access, actorOf, newToken } from './access.ts';
import { guard } from './guard.ts';
import { LOOPBACK, serve } from './serve.ts';

const [ANN, BOT]: readonly Actor[] = [
  { name: 'ann', kind: 'person' },
  { name: 'bot', kind: 'agent' },
];

/** Something mounted beside something else, for two who have tokens. */
async function served() {
  const accesses = [ANN, BOT].flatMap((actor): Access[] => (actor === undefined ? [] : [{ actor, token: newToken() }]));
  const routes = [
    { path: '/who', fetch: async (_: Request, { name }: Actor) => new Response(name) },
    { path: '/fails', fetch: async () => Promise.reject(new Error('the inside of it')) },
  ];
  const defects: unknown[] = [];
  const onDefect = (error: unknown) => defects.push(error);
  const { url, port, close } = await serve({ host: LOOPBACK, port: 0, accesses, routes, onDefect });
  onTestFinished(close);
  const [ann = '', bot = ''] = accesses.map(({ token }) => token);
  return { url, port, ann, bot, defects };
}

/** Sends headers as they are, which `fetch` does not do with Host. */
function send(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: object }> {
  return new Promise((resolve, reject) => {
    request({ host: LOOPBACK, port, path, headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
    })
      .on('error', reject)
      .end();
  });
}

describe('what is served on the loopback', () => {
  it('knows by the token who calls', async () => {
    const { url, ann, bot } = await served();
    const ask = (token: string) => fetch(`${url}/who`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await ask(ann)).text()).toBe('ann');
    expect(await (await ask(bot)).text()).toBe('bot');
  });

  it('refuses whoever has no token, or a wrong one, and says what is needed', async () => {
    const { port, ann } = await served();
    const wrong = ['', 'Bearer', 'Bearer x', `Basic ${ann}`, `Bearer ${ann}x`, `Bearer ${ann} x`, ann];
    for (const authorization of wrong) {
      const { status, headers } = await send(port, '/who', { authorization });
      expect(status, authorization).toBe(401);
      expect(headers).toHaveProperty('www-authenticate', 'Bearer realm="baton"');
    }
  });

  it('refuses a web page that gives this computer another name, whatever token it has', async () => {
    const { port, ann } = await served();
    const with_ = (headers: Record<string, string>) =>
      send(port, '/who', { authorization: `Bearer ${ann}`, ...headers });
    for (const host of ['evil.example.com', `evil.example.com:${port}`, '127.0.0.1.evil.example.com', '169.254.1.1']) {
      expect((await with_({ host })).status, host).toBe(403);
    }
    for (const origin of ['http://evil.example.com', 'https://localhost.evil.example.com', 'null', 'file://']) {
      expect((await with_({ origin })).status, origin).toBe(403);
    }
    for (const name of ['localhost', LOOPBACK, '[::1]']) {
      const answer = await with_({ host: `${name}:${port}`, origin: `http://${name}:${port}` });
      expect(answer.status, name).toBe(200);
    }
  });

  it('has nothing anywhere else, and tells what fails inside only to whoever serves', async () => {
    const { url, ann, defects } = await served();
    const headers = { authorization: `Bearer ${ann}` };
    expect((await fetch(`${url}/`, { headers })).status).toBe(404);
    expect((await fetch(`${url}/who/else`, { headers })).status).toBe(404);
    const failed = await fetch(`${url}/fails`, { headers });
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toContain('inside');
    expect(defects).toMatchObject([{ message: 'the inside of it' }]);
  });

  it('says what to do when it cannot listen', async () => {
    const { port } = await served();
    const listen = (host: string, at: number) => serve({ host, port: at, accesses: [], routes: [] });
    await expect(listen(LOOPBACK, port)).rejects.toThrow(/another program uses it.*--port 0/);
    await expect(listen('192.0.2.1', 0)).rejects.toThrow(/no such address.*--host/);
  });
});

describe('the guard', () => {
  it('takes the name of another address that is listened on, and any name where that cannot be told', () => {
    const accesses = [{ actor: { name: 'ann', kind: 'person' } as const, token: newToken() }];
    const asked = (host: string) =>
      new Request('http://x/', { headers: { host, authorization: `Bearer ${accesses[0]?.token}` } });
    expect(guard(asked('box.local:1'), { accesses, host: 'box.local' })).toEqual(ANN);
    expect(guard(asked('other.local:1'), { accesses, host: 'box.local' })).toBeInstanceOf(Response);
    expect(guard(asked('anything:1'), { accesses, host: '0.0.0.0' })).toEqual(ANN);
    expect(guard(asked('[fd00::1]:1'), { accesses, host: 'fd00::1' })).toEqual(ANN);
  });

  it('finds nobody where there are no tokens', () => {
    expect(actorOf('Bearer ', [])).toBeUndefined();
    expect(actorOf(null, [{ token: '', actor: { name: 'ann', kind: 'person' } }])).toBeUndefined();
  });
});
