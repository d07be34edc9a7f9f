import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { DRAIN_MS } from './limits.ts';

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

const REQUEST_MS = 30_000;

/** Starts to listen; with port 0 on any free one. Answers the port. */
export async function listen(
  where: { port: number; host: string },
  fetch: Fetch,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createAdaptorServer({
    fetch,
    createServer,
    serverOptions: { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, keepAliveTimeout: 10_000 },
  });
  if (!(server instanceof Server)) throw new Error('expected a plain HTTP server');
  server.listen(where.port, where.host);
  await once(server, 'listening');
  // A listening TCP server always has an address with a port; node's type also covers pipes.
  const { port } = server.address() as AddressInfo;
  return { port, close: () => drain(server) };
}

/** Takes no new connection, lets requests under way end, and after a while cuts what is left. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  // Keep-alive connections become idle one by one while the last answers go out.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
