import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { ENVIRONMENT, MAIN } from './program.ts';

/** The two generations of the protocol, as a client asks for them. */
export const GENERATIONS = {
  '2025-11-25': 'legacy',
  '2026-07-28': { pin: '2026-07-28' },
} as const;

export type Generation = keyof typeof GENERATIONS;

/** A client that starts the built program and speaks to it over its streams. */
export async function overStreams(cwd: string, generation: Generation, ...args: string[]): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', ...args],
    cwd,
    env: ENVIRONMENT,
    stderr: 'ignore',
  });
  return connected(generation, transport);
}

/** A client that speaks to a server over HTTP. */
export function overHttp(url: string, token: string, generation: Generation): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  return connected(generation, new StreamableHTTPClientTransport(new URL(url), { requestInit }));
}

async function connected(generation: Generation, transport: Parameters<Client['connect']>[0]): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: GENERATIONS[generation] }, enforceStrictCapabilities: true },
  );
  onTestFinished(() => client.close());
  await client.connect(transport);
  return client;
}

/** The URIs a client is told have changed, and how often the list has. */
export async function follow(client: Client, generation: Generation, uris: readonly string[]) {
  const told = { updated: [] as string[], lists: 0 };
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    told.updated.push(params.uri);
  });
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    told.lists++;
  });
  if (generation === '2026-07-28') {
    await client.listen({ resourcesListChanged: true, resourceSubscriptions: [...uris] });
  } else {
    for (const uri of uris) await client.subscribeResource({ uri });
  }
  return told;
}
