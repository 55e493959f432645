import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import type { Change, WatchChanges } from '../engine/changes.ts';
import { urisOf } from './uris.ts';

/** What reads differently now. */
export interface Changed {
  readonly uris: readonly string[];
  /** Whether there may be runs or handoffs that were not there before. */
  readonly isListChanged: boolean;
}

/** The changes of runs and handoffs, for all clients of a process. Nothing is watched while nobody listens. */
export interface Changes {
  /** Calls back until the function it gives is called. What happens within a moment is told at once. */
  listen(listener: (changed: Changed) => void): () => void;
}

/** How long changes are gathered: a run writes several events in a row. */
const MOMENT_MS = 100;

export function openChanges(watch: WatchChanges): Changes {
  const listeners = new Set<(changed: Changed) => void>();
  const seen = new Set<string>();
  let gathered = new Map<string, Change>();
  let watching: AbortController | undefined;
  let timer: NodeJS.Timeout | undefined;

  function gather(change: Change): void {
    gathered.set(`${change.kind}/${change.id}`, change);
    timer ??= setTimeout(tell, MOMENT_MS).unref();
  }

  function tell(): void {
    timer = undefined;
    const told = gathered;
    gathered = new Map();
    const isListChanged = [...told.keys()].some((name) => !seen.has(name));
    for (const name of told.keys()) seen.add(name);
    const uris = [...new Set([...told.values()].flatMap(urisOf))];
    for (const listener of [...listeners]) listener({ uris, isListChanged });
  }

  function stop(): void {
    watching?.abort();
    watching = undefined;
    clearTimeout(timer);
    timer = undefined;
    gathered = new Map();
  }

  return {
    listen(listener) {
      listeners.add(listener);
      if (watching === undefined) {
        watching = new AbortController();
        watch(gather, watching.signal);
      }
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop();
      };
    },
  };
}

/** Most URIs that one session may subscribe to, and how long one may be. */
const MOST_SUBSCRIPTIONS = 1_000;
const LONGEST_URI = 512;

/** A session that is told of changes once it wants to know. */
export interface Following {
  /** From now on tell whether there are other runs or handoffs. */
  follow(): void;
}

/**
 * Tells the client of a session what changes. One of 2025 subscribes to each URI by itself; what has no content yet may get
 * some, so any URI will do. For one of 2026 everything is sent, and the transport lets pass what the client listens to.
 */
export function tellChanges(server: McpServer, changes: Changes, era: 'legacy' | 'modern'): Following {
  const subscribed = new Set<string>();
  const isWanted = (uri: string) => era === 'modern' || subscribed.has(uri);
  let stop: (() => void) | undefined;
  const follow = () => {
    stop ??= changes.listen(({ uris, isListChanged }) => {
      for (const uri of uris.filter(isWanted)) void server.server.sendResourceUpdated({ uri }).catch(ignoreClosed);
      if (isListChanged) void server.server.sendResourceListChanged().catch(ignoreClosed);
    });
  };
  onClose(server, () => stop?.());
  if (era === 'modern') follow();
  else takeSubscriptions(server, subscribed, follow);
  return { follow };
}

function takeSubscriptions(server: McpServer, subscribed: Set<string>, follow: () => void): void {
  server.server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    if (uri.length > LONGEST_URI || subscribed.size >= MOST_SUBSCRIPTIONS) {
      const told = `A URI has at most ${LONGEST_URI} characters, and a session ${MOST_SUBSCRIPTIONS} subscriptions.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, told);
    }
    subscribed.add(uri);
    follow();
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
}

function onClose({ server }: McpServer, then: () => void): void {
  const before = server.onclose;
  server.onclose = () => {
    then();
    before?.();
  };
}

/** Whoever left is told nothing more. */
function ignoreClosed(): void {}

/** The same for all who listen over HTTP as 2026 has it. */
export function busOf(changes: Changes): ServerEventBus {
  return {
    publish: () => undefined,
    subscribe: (listener) =>
      changes.listen((changed) => {
        for (const event of asEvents(changed)) listener(event);
      }),
  };
}

function asEvents({ uris, isListChanged }: Changed): ServerEvent[] {
  return [
    ...uris.map((uri): ServerEvent => ({ kind: 'resource_updated', uri })),
    ...(isListChanged ? [{ kind: 'resources_list_changed' } as const] : []),
  ];
}
