import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { SHUTDOWN_GRACE_MS } from '../config/limits.ts';

type FetchHandler = Parameters<typeof createAdaptorServer>[0]['fetch'];

export type Listener = {
  port: number;
  /** Closes after `delayMs`, during which it still takes requests. */
  close(delayMs?: number): Promise<void>;
};

const REQUEST_TIMEOUT_MS = 30_000;
/**
 * Longer than the proxies in front keep their idle connections (Caddy 120 s, nginx and AWS 60 s), so that the
 * proxy closes first. Otherwise it sends a request on a connection that this side is just closing, and answers 502.
 */
const KEEP_ALIVE_MS = 125_000;
/** What is left of the time after SIGTERM for requests that are still running, at least. */
const MIN_DRAIN_MS = 1000;

/** HOST and PORT cannot be listened on: in use, not an address of this machine, or not permitted. */
export class CannotListen extends Error {
  constructor({ host, port }: { host: string; port: number }, cause: Error) {
    super(`The server cannot listen on HOST ${host}, PORT ${port}: ${cause.message}`);
    this.name = 'CannotListen';
  }
}

/** Starts to listen; with port 0 on any free one. */
export async function listen(
  address: { port: number; host: string },
  fetch: FetchHandler,
): Promise<Listener> {
  const server = createAdaptorServer({
    fetch,
    createServer,
    serverOptions: {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
  });
  if (!(server instanceof Server)) throw new Error('expected a plain HTTP server');
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(address.port, address.host);
  await once(server, 'listening').catch((error: Error) => {
    throw new CannotListen(address, error);
  });
  // A listening TCP server always has an address with a port; node's type also covers pipes.
  const { port } = server.address() as AddressInfo;
  return { port, close: (delayMs = 0) => shutDown(server, sockets, delayMs) };
}

/**
 * Ends in three steps. For `delayMs` it takes requests as before, while load balancers notice that it is not ready
 * any more, and asks each client that sends one to close its connection. Then it takes no new connections, closes
 * those that are idle and lets running requests finish. What is left after a while is cut.
 */
async function shutDown(server: Server, sockets: Set<Socket>, delayMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  if (delayMs > 0) await pause(delayMs);
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(() => closeIdle(server, sockets), 100);
  closeIdle(server, sockets);
  const cut = setTimeout(
    () => server.closeAllConnections(),
    Math.max(MIN_DRAIN_MS, SHUTDOWN_GRACE_MS - delayMs),
  );
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/** Node does not count a connection as idle on which nothing was ever sent (browsers open some to be faster). */
function closeIdle(server: Server, sockets: Set<Socket>): void {
  server.closeIdleConnections();
  for (const socket of sockets) {
    if (socket.bytesRead === 0) socket.destroy();
  }
}
