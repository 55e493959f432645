/** A refusal of a request as a whole, before any server has seen it. */
export function refusal(status: number, message: string, code = -32_000): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
