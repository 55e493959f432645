import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { onTestFinished, vi } from 'vitest';
import type { Actor } from '../../../src/engine/acting.ts';
import { createServer } from '../../../src/mcp/server.ts';
import { openWorks } from '../../../src/mcp/works.ts';
import { type Baton, openBaton } from '../../../src/open.ts';
import type { Project } from '../tdd/project.ts';

/** What a tool answered. */
export interface Answered {
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what comes out of a tool is looked at field by field.
  readonly data: any;
  readonly isError: boolean;
  /** The code of a failure. */
  readonly code: string | undefined;
}

/** A client that calls tools. */
export interface Caller {
  readonly client: Client;
  /** Calls a tool that has to answer. */
  call(tool: string, given?: Record<string, unknown>): Promise<Answered['data']>;
  /** Calls a tool, whatever it answers. */
  try(tool: string, given?: Record<string, unknown>): Promise<Answered>;
}

/** A process that serves clients. */
export interface Served {
  readonly baton: Baton;
  connect(actor: Actor): Promise<Caller>;
  /** What happens when the process is told to end: runs are parked. */
  close(): Promise<void>;
}

export const PERSON: Actor = { name: 'ann', kind: 'person' };

export function agent(name: string): Actor {
  return { name, kind: 'agent' };
}

/** Serves a project as `baton mcp` does, in this process. */
export async function serve({ path, environment }: Pick<Project, 'path' | 'environment'>): Promise<Served> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const baton = await openBaton({ cwd: path, attached: true });
  const works = openWorks();
  const clients: Client[] = [];
  async function close(): Promise<void> {
    await works.close();
    await Promise.all(clients.map((client) => client.close()));
    baton.close();
  }
  return {
    baton,
    close,
    async connect(actor) {
      const [here, there] = InMemoryTransport.createLinkedPair();
      const client = new Client({ name: 'test', version: '1' });
      await createServer({ host: baton, version: '0', works }, actor).connect(there);
      await client.connect(here);
      clients.push(client);
      await client.listTools();
      return callerOf(client);
    },
  };
}

/** The same, until the test ends. */
export async function serveTest(project: Pick<Project, 'path' | 'environment'>): Promise<Served> {
  const served = await serve(project);
  onTestFinished(() => served.close());
  return served;
}

function callerOf(client: Client): Caller {
  async function tryCall(tool: string, given: Record<string, unknown> = {}): Promise<Answered> {
    const { content, structuredContent, isError, _meta } = await client.callTool({ name: tool, arguments: given });
    const [first] = content as readonly { readonly text: string }[];
    const code = _meta?.['baton/code'] as string | undefined;
    return { text: first?.text ?? '', data: structuredContent, isError: isError === true, code };
  }
  return {
    client,
    try: tryCall,
    async call(tool, given) {
      const { data, text, isError } = await tryCall(tool, given);
      if (isError) throw new Error(`${tool}: ${text}`);
      return data;
    },
  };
}
