import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpHttpHandler,
  readRequestBody,
} from '@modelcontextprotocol/server';
import type { Actor } from '../engine/acting.ts';
import type { WatchChanges } from '../engine/changes.ts';
import { busOf, openChanges, tellChanges } from './changes.ts';
import type { MakeServer } from './make-server.ts';
import { refusal } from './refusal.ts';
import { openSessions, type SessionLimits } from './sessions.ts';

/** Serves clients over HTTP: a request and who sends it in, a response out. Whoever calls it has checked who that is. */
export interface McpHttp {
  fetch(request: Request, actor: Actor): Promise<Response>;
  /** How many sessions of clients of 2025 there are. */
  sessions(): number;
  close(): Promise<void>;
}

export interface McpHttpOptions {
  readonly make: MakeServer;
  readonly watch: WatchChanges;
  readonly limits?: SessionLimits | undefined;
}

/** More than any honest call needs: a whole handoff package has a tenth of it. */
const MOST_BYTES = 4 * 1024 * 1024;

const PARSE_ERROR = -32_700;

/** Requests of 2026 stand alone, and each gets a server of its own; those of 2025 belong to a session. */
export function openMcpHttp({ make, watch, limits }: McpHttpOptions): McpHttp {
  const changes = openChanges(watch);
  const bus = busOf(changes);
  const handlers = new Map<string, McpHttpHandler>();
  const sessions = openSessions((actor) => {
    const server = make(actor, () => following.follow());
    const following = tellChanges(server, changes, 'legacy');
    return server;
  }, limits);

  /** One for each who sends: the protocol's own way of telling a server who calls is for another sort of token. */
  function handlerFor(actor: Actor): McpHttpHandler {
    const key = `${actor.kind} ${actor.name}`;
    const handler =
      handlers.get(key) ?? createMcpHandler(() => make(actor, () => undefined), { legacy: 'reject', bus });
    handlers.set(key, handler);
    return handler;
  }

  return {
    sessions: () => sessions.count(),
    async fetch(request, actor) {
      const read = request.method === 'POST' ? await readBody(request) : undefined;
      if (read instanceof Response) return read;
      if (await isLegacyRequest(request, read)) return sessions.handle(request, read, actor);
      return handlerFor(actor).fetch(request, { parsedBody: read });
    },
    async close() {
      await Promise.all([sessions.close(), ...[...handlers.values()].map((handler) => handler.close())]);
    },
  };
}

/** The JSON of a request, read once for all who look at it, or why there is none. */
async function readBody(request: Request): Promise<unknown> {
  if (!isJsonContentType(request.headers.get('content-type'))) return refusal(415, 'Send application/json.');
  const body = await readRequestBody(request, MOST_BYTES);
  if (body.tooLarge) return refusal(413, `A request has at most ${MOST_BYTES} bytes.`);
  try {
    return JSON.parse(body.text);
  } catch {
    return refusal(400, 'The request is not JSON.', PARSE_ERROR);
  }
}
