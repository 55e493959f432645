import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  type McpServer,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { now } from '../base/clock.ts';
import { type Actor, isSameActor } from '../engine/acting.ts';
import { openEventMemory } from './event-memory.ts';
import { refusal } from './refusal.ts';
import { whenSent } from './when-sent.ts';

/** The sessions of clients that speak 2025-11-25 or older over HTTP. Each belongs to whoever opened it. */
export interface Sessions {
  /** Answers a request; `body` is its JSON, if it has one. */
  handle(request: Request, body: unknown, actor: Actor): Promise<Response>;
  /** How many there are. */
  count(): number;
  close(): Promise<void>;
}

export interface SessionLimits {
  /** Most sessions at once. For one more, the one that was idle longest is ended. */
  readonly most: number;
  /** After how long without a request or an open stream a session ends. */
  readonly idleMs: number;
}

const LIMITS: SessionLimits = { most: 256, idleMs: 30 * 60_000 };

/** When a client that lost its stream should come back. */
const RETRY_MS = 1_000;

interface Session {
  readonly actor: Actor;
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Requests that are not answered to the end, open streams among them. */
  open: number;
  used: number;
}

export function openSessions(open: (actor: Actor) => McpServer, { most, idleMs }: SessionLimits = LIMITS): Sessions {
  const sessions = new Map<string, Session>();
  const sweep = setInterval(endIdle, Math.min(idleMs, 60_000)).unref();

  function endIdle(): void {
    const before = now().getTime() - idleMs;
    for (const { open, used, transport } of [...sessions.values()]) {
      if (open === 0 && used <= before) void transport.close();
    }
  }

  /** Makes room for one more, at once: many may begin together. False while every session is in use. */
  function makeRoom(): boolean {
    if (sessions.size < most) return true;
    const idle = [...sessions].filter(([, { open }]) => open === 0).sort(([, a], [, b]) => a.used - b.used);
    const [oldest] = idle;
    if (oldest === undefined) return false;
    const [id, { transport }] = oldest;
    sessions.delete(id);
    void transport.close();
    return true;
  }

  async function begin(actor: Actor): Promise<Session> {
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: openEventMemory(),
      retryInterval: RETRY_MS,
    });
    const server = open(actor);
    // Whoever begins it is not answered yet.
    const session = { actor, server, transport, open: 1, used: now().getTime() };
    sessions.set(id, session);
    await server.connect(transport);
    const closed = transport.onclose;
    transport.onclose = () => {
      sessions.delete(id);
      closed?.();
    };
    return session;
  }

  async function answer(session: Session, request: Request, body: unknown): Promise<Response> {
    session.open++;
    const done = () => {
      session.open--;
      session.used = now().getTime();
    };
    try {
      return whenSent(await session.transport.handleRequest(asAgreed(request, session), { parsedBody: body }), done);
    } catch (error) {
      done();
      throw error;
    }
  }

  return {
    count: () => sessions.size,
    async handle(request, body, actor) {
      const id = request.headers.get('mcp-session-id');
      if (id !== null) {
        const session = sessions.get(id);
        if (session === undefined || !isSameActor(session.actor, actor))
          return refusal(404, 'There is no such session.');
        return answer(session, request, body);
      }
      if (!isInitializeRequest(body)) return refusal(400, 'A session begins with initialize; then its id is needed.');
      if (!makeRoom()) return refusal(503, 'There are too many sessions now. Try again later.');
      const session = await begin(actor);
      const response = await answer(session, request, body).finally(() => session.open--);
      if (!response.ok) await session.transport.close();
      return response;
    },
    async close() {
      clearInterval(sweep);
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
    },
  };
}

/** What was agreed when the session began is what the client can read, even where one of its requests names an older version. */
function asAgreed(request: Request, { server: { server } }: Session): Request {
  const agreed = server.getNegotiatedProtocolVersion();
  const named = request.headers.get(VERSION);
  if (agreed === undefined || named === agreed || named === null) return request;
  if (!SUPPORTED_PROTOCOL_VERSIONS.includes(named)) return request;
  const headers = new Headers(request.headers);
  headers.set(VERSION, agreed);
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

const VERSION = 'mcp-protocol-version';
