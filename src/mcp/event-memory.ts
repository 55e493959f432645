import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

/** How much of what was sent is kept for a client that lost its connection. */
const MOST_EVENTS = 256;
const MOST_CHARACTERS = 1_000_000;

interface Kept {
  readonly number: number;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

/** The last messages of a session, so that a client that comes back gets what it missed. The oldest are forgotten. */
export function openEventMemory(): EventStore {
  const kept: Kept[] = [];
  let last = 0;
  let size = 0;

  function forget(): void {
    while (kept.length > MOST_EVENTS || (size > MOST_CHARACTERS && kept.length > 1)) size -= kept.shift()?.size ?? 0;
  }

  const find = (id: string) => kept.find(({ number }) => String(number) === id);

  return {
    async storeEvent(stream, message) {
      last++;
      const event = { number: last, stream, message, size: JSON.stringify(message).length };
      kept.push(event);
      size += event.size;
      forget();
      return String(last);
    },
    getStreamIdForEventId: async (id) => find(id)?.stream,
    async replayEventsAfter(id, { send }) {
      const from = find(id);
      if (from === undefined) throw new Error('what was sent after that is no longer known');
      for (const { number, stream, message } of [...kept]) {
        if (stream === from.stream && number > from.number && !isPriming(message)) await send(String(number), message);
      }
      return from.stream;
    },
  };
}

/** An empty event only gives a client an id to come back with. */
function isPriming(message: JSONRPCMessage): boolean {
  return Object.keys(message).length === 0;
}
