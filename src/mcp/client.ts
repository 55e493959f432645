import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** What a client says it can do: since 2026-07-28 with every request, before that when its session began. */
export function capabilitiesOf(server: McpServer, { mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope = mcpReq.envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
}

/** Whether a person can be shown a form there. Who can elicit and says no more can show forms. */
export function canShowForms(client: ClientCapabilities | undefined): boolean {
  const { elicitation } = client ?? {};
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}
