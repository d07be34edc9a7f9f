import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { OperatorError } from '../config/operator-error.ts';

type FetchHandler = Parameters<typeof createAdaptorServer>[0]['fetch'];

const REQUEST_TIMEOUT_MS = 30_000;
/**
 * Longer than reverse proxies keep idle connections (Caddy 120 s, nginx and AWS 60 s), so that the proxy closes them
 * first. Otherwise it may send a request on a connection that this server is closing, and return 502.
 */
const KEEP_ALIVE_MS = 125_000;
/** For how long idle connections stay open after SIGTERM. nginx, perhaps late, closes its own after an idle second. */
const LINGER_MS = 2500;
/** How long requests that are under way may take after SIGTERM. */
const SHUTDOWN_GRACE_MS = 9000;
/** How long the server looks for a turn of its event loop that is shorter than this. */
const MAX_IDLE_WAIT_MS = 500;
const IDLE_TURN_MS = 0.1;
/** A connection on which nothing has arrived for this long is unused. */
const UNUSED_MS = 500;
/** The minimum time after SIGTERM for requests that are still running. */
const MIN_DRAIN_MS = 1000;

/**
 * Starts to listen. Port 0 selects any free port.
 * @throws OperatorError if host and port are in use, not an address of this machine, or not permitted
 */
export async function listen({ host, port: requested }: { port: number; host: string }, fetch: FetchHandler) {
  const server = createAdaptorServer({
    fetch,
    createServer,
    // A request of HTTP/1.0 may have no Host header.
    hostname: 'localhost',
    serverOptions: {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
  });
  if (!(server instanceof Server)) throw new Error('expected a plain HTTP server');
  const sockets = new Map<Socket, number>();
  server.on('connection', (socket) => {
    sockets.set(socket, performance.now());
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(requested, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new OperatorError(`The server cannot listen on HOST ${host}, PORT ${requested}: ${error.message}`);
  });
  // A listening TCP server always has an address with a port; Node's type also covers pipes.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** Closes after `delayMs`, during which it still accepts requests. */
    close: (delayMs = 0) => shutDown(server, sockets, delayMs),
  };
}

/**
 * Shuts down in steps. For `delayMs` it works as before, while load balancers notice that it is no longer ready. Then it
 * accepts no new connections and asks each client to close its own; a proxy that knows of no readiness still uses some.
 * Then it closes idle connections and lets running requests finish. Finally it closes all remaining connections.
 */
async function shutDown(server: Server, sockets: Map<Socket, number>, delayMs: number): Promise<void> {
  if (delayMs > 0) await pause(delayMs);
  await untilIdle();
  const closed = once(server, 'close');
  // The method of the HTTP server would close idle connections as well.
  NetServer.prototype.close.call(server);
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  if (delayMs > 0) await Promise.race([closed, pause(LINGER_MS)]);
  const sweep = setInterval(() => closeIdle(server, sockets), 100);
  closeIdle(server, sockets);
  const cut = setTimeout(
    () => server.closeAllConnections(),
    Math.max(MIN_DRAIN_MS, SHUTDOWN_GRACE_MS - delayMs - LINGER_MS - MAX_IDLE_WAIT_MS),
  );
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/**
 * Closing resets the connections that wait to be accepted, and a proxy cannot tell whether their requests were handled.
 * None waits right after a turn of the event loop that had nothing to do.
 */
async function untilIdle(): Promise<void> {
  const end = performance.now() + MAX_IDLE_WAIT_MS;
  for (let turn = performance.now(); ; ) {
    await immediate();
    const now = performance.now();
    if (now - turn < IDLE_TURN_MS || now > end) return;
    turn = now;
  }
}

/**
 * Node does not count a connection as idle if nothing was ever sent on it, and browsers open such connections early. A
 * proxy sends its request at once on a new one, but this process may not have read it yet.
 */
function closeIdle(server: Server, sockets: Map<Socket, number>): void {
  server.closeIdleConnections();
  const longAgo = performance.now() - UNUSED_MS;
  for (const [socket, connected] of sockets) {
    if (socket.bytesRead === 0 && connected < longAgo) socket.destroy();
  }
}
