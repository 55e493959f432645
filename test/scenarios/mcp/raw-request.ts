/** A server that was started, and the tokens of those who call it. */
export interface Reached {
  readonly url: string;
  readonly tokens: readonly string[];
}

export interface RawOptions {
  /** Whose token is sent. */
  readonly actor?: number;
  /** What the client says it can do. */
  readonly capabilities?: object;
}

let requests = 0;

/** One request of 2026-07-28 over HTTP, sent by hand: no library looks at what goes out or comes back. */
export async function rawRequest(
  { url, tokens }: Reached,
  method: string,
  params: Readonly<Record<string, unknown>>,
  { actor = 0, capabilities = {} }: RawOptions = {},
) {
  requests += 1;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens[actor]}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': String(params.name ?? params.taskId ?? ''),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: requests, method, params: { ...params, _meta } }),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}');
  // biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is looked at field by field.
  return JSON.parse(json) as any;
}
