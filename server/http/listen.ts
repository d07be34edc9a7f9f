import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { SHUTDOWN_GRACE_MS } from '../config/limits.ts';

type FetchHandler = Parameters<typeof createAdaptorServer>[0]['fetch'];

const REQUEST_TIMEOUT_MS = 30_000;

/** Starts to listen; with port 0 on any free one. Answers the port. */
export async function listen(
  address: { port: number; host: string },
  fetch: FetchHandler,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createAdaptorServer({
    fetch,
    createServer,
    serverOptions: {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: 10_000,
    },
  });
  if (!(server instanceof Server)) throw new Error('expected a plain HTTP server');
  server.listen(address.port, address.host);
  await once(server, 'listening');
  // A listening TCP server always has an address with a port; node's type also covers pipes.
  const { port } = server.address() as AddressInfo;
  return { port, close: () => closeGracefully(server) };
}

/** Takes no new connection, lets requests under way end, and after a while cuts what is left. */
async function closeGracefully(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  // Keep-alive connections become idle one by one while the last answers go out.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
