import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { Hono } from 'hono';
import { BatonError } from '../base/error.ts';
import type { Actor } from '../engine/acting.ts';
import { type Guarding, guard } from './guard.ts';

/** Something that answers requests to one path, from those who may send any. */
export interface Route {
  readonly path: string;
  fetch(request: Request, actor: Actor): Promise<Response>;
}

export interface ServeOptions extends Guarding {
  /** 0 for any that is free. */
  readonly port: number;
  readonly routes: readonly Route[];
  /** Hears of what a route failed at: whoever asked is told no more than that it did. */
  readonly onDefect?: ((error: unknown) => void) | undefined;
}

export interface Served {
  /** Where it is found, without a path. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** The loopback of this computer: nobody else can reach it. */
export const LOOPBACK = '127.0.0.1';

/** Listens, lets in whoever has a token, and leads requests to whatever is mounted. */
export async function serve(options: ServeOptions): Promise<Served> {
  const app = new Hono();
  for (const { path, fetch } of options.routes) {
    app.all(path, async ({ req }) => {
      const actor = guard(req.raw, options);
      return actor instanceof Response ? actor : fetch(req.raw, actor);
    });
  }
  app.notFound(() => Response.json({ error: 'There is nothing here.' }, { status: 404 }));
  app.onError((error) => {
    options.onDefect?.(error);
    return Response.json({ error: 'Baton failed at this.' }, { status: 500 });
  });
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  const port = await listen(server, options);
  const name = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { port, url: `http://${name}:${port}`, close: () => close(server) };
}

function listen(server: ServerType, { port, host }: ServeOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, port, host)));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function cannotListen(error: NodeJS.ErrnoException, port: number, host: string): BatonError {
  const why = REASONS[error.code ?? ''] ?? error.message;
  const isAddress = error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND';
  const advice = isAddress
    ? 'Give one that it has with --host, or leave --host out to serve this computer only.'
    : 'Give another one with --port, or --port 0 for any that is free.';
  return new BatonError('usage', `Cannot listen on ${host}, port ${port}: ${why}. ${advice}`, { cause: error });
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it',
  EACCES: 'that is not allowed here',
  EADDRNOTAVAIL: 'this computer has no such address',
  ENOTFOUND: 'this computer has no such address',
};

/** Streams that clients hold open would keep it from ending. */
function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}
