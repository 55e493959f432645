import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Actor } from '../engine/acting.ts';
import type { WatchChanges } from '../engine/changes.ts';
import { openChanges, tellChanges } from './changes.ts';
import type { MakeServer } from './make-server.ts';

/** The streams a client is at the other end of. */
export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

export interface ServedStreams {
  /** Resolves when the client has gone, or after `close`. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Serves the one client at the other end of two streams, whichever of the two generations of the protocol it speaks. */
export function serveStreams(
  streams: Streams,
  served: { readonly make: MakeServer; readonly watch: WatchChanges },
  actor: Actor,
): ServedStreams {
  const changes = openChanges(served.watch);
  const transport = new StdioServerTransport(streams.input, streams.output);
  const handle = serveStdio(
    ({ era }) => {
      const server = served.make(actor, () => following.follow());
      const following = tellChanges(server, changes, era);
      return server;
    },
    { transport },
  );
  const ended = new Promise<void>((resolve) => {
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      resolve();
    };
  });
  return { ended, close: () => handle.close() };
}
