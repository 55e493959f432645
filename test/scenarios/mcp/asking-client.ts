import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { Actor } from '../../../src/engine/acting.ts';
import { serveHere } from '../../mcp/serving.ts';
import { type Reached, rawRequest } from './raw-request.ts';

/** What a person is shown, as it comes over the wire. */
export interface Form {
  readonly message: string;
  readonly requestedSchema: {
    readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
    readonly required?: readonly string[];
  };
}

/** What a person does with it. */
export type Reply = { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: Record<string, string> };

export type Generation = '2025' | '2026';

/** A server over HTTP with one client for each who calls. Only a client with a `reply` can ask its person. */
export async function askingServer(cwd: string, actors: readonly Actor[]) {
  const served = await serveHere(cwd, actors);
  return {
    ...served,
    async connect(generation: Generation, reply?: (form: Form) => Reply | Promise<Reply>, actor = 0) {
      const mode = generation === '2026' ? { pin: '2026-07-28' } : 'legacy';
      const capabilities = reply === undefined ? {} : { elicitation: { form: {} } };
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities });
      const shown: Form[] = [];
      if (reply !== undefined) {
        client.setRequestHandler('elicitation/create', async ({ params }) => {
          shown.push(params as unknown as Form);
          return reply(params as unknown as Form);
        });
      }
      const headers = { authorization: `Bearer ${served.tokens[actor]}` };
      await client.connect(new StreamableHTTPClientTransport(new URL(served.url), { requestInit: { headers } }));
      onTestFinished(() => client.close());
      return {
        client,
        shown,
        async decide(given: Record<string, unknown>) {
          const { content, structuredContent, isError, _meta } = await client.callTool({
            name: 'run_decide',
            arguments: given,
          });
          const [first] = content as readonly { readonly text: string }[];
          return {
            text: first?.text ?? '',
            data: structuredContent,
            isError: isError === true,
            code: _meta?.['baton/code'],
          };
        },
      };
    },
  };
}

/** A call of run_decide, as a program sends it that keeps and changes request states as it likes. */
export function rawDecide(served: Reached, params: Readonly<Record<string, unknown>>, { actor = 0 } = {}) {
  const capabilities = { elicitation: { form: {} } };
  return rawRequest(served, 'tools/call', { name: 'run_decide', ...params }, { actor, capabilities });
}
