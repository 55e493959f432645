import type { McpServer } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import type { Actor } from '../../src/engine/acting.ts';
import { type Access, newToken } from '../../src/http/access.ts';
import { LOOPBACK, serve } from '../../src/http/serve.ts';
import { type McpHttpOptions, openMcpHttp } from '../../src/mcp/http.ts';
import { createServer } from '../../src/mcp/server.ts';
import { openWorks } from '../../src/mcp/works.ts';
import { openBaton } from '../../src/open.ts';

export const PERSON: Actor = { name: 'somebody', kind: 'person' };

/** Baton's own server over HTTP in this process, for some who call it. `also` puts more on each server. */
export async function serveHere(
  cwd: string,
  actors: readonly Actor[] = [PERSON],
  { also, limits }: { readonly also?: (server: McpServer) => void } & Pick<McpHttpOptions, 'limits'> = {},
) {
  const baton = await openBaton({ cwd, attached: true });
  const works = openWorks();
  const mcp = openMcpHttp({
    watch: baton.watch,
    limits,
    make(actor, onListed) {
      const server = createServer({ host: baton, version: '1.2.3', works }, actor, onListed);
      also?.(server);
      return server;
    },
  });
  const accesses: readonly Access[] = actors.map((actor) => ({ actor, token: newToken() }));
  const served = await serve({ host: LOOPBACK, port: 0, accesses, routes: [{ path: '/mcp', fetch: mcp.fetch }] });
  onTestFinished(async () => {
    await mcp.close();
    await served.close();
    await works.close();
    baton.close();
  });
  return { baton, mcp, url: `${served.url}/mcp`, tokens: accesses.map(({ token }) => token), port: served.port };
}
