import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelRequest, ModelServer } from './model-script.ts';

/** Serves on the loopback, on a port nobody else has, what a scripted model answers. */
export async function serve(listener: RequestListener, requests: readonly ModelRequest[]): Promise<ModelServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
