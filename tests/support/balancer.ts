import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as requestOf,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = {
  url: string;
  /** Replaces a server with another one, which gets requests as soon as it is ready. */
  replace(index: number, url: string): void;
  /** The number of servers that are ready. */
  ready(): number;
  close(): void;
};

const PROBE_MS = 100;

/**
 * Works like a reverse proxy: it polls the `/readyz` of each server, sends requests in turn to those that are ready
 * over persistent connections, and returns 502 if a server closes a connection during a request. It never retries a
 * request.
 */
export async function startBalancer(urls: string[]): Promise<Balancer> {
  const servers = urls.map((url) => ({ url, isReady: false }));
  const agent = new Agent({ keepAlive: true, timeout: 60_000 });
  let turn = 0;

  const probe = async (server: (typeof servers)[number]) => {
    const { url } = server;
    const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      (response) => response.ok,
      () => false,
    );
    // The server may have been replaced during the request.
    if (server.url === url) server.isReady = isReady;
  };
  const prober = setInterval(() => {
    for (const server of servers) void probe(server);
  }, PROBE_MS);

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const ready = servers.filter((server) => server.isReady);
    turn += 1;
    const server = ready[turn % ready.length];
    if (server === undefined) return outgoing.writeHead(503).end('No server is ready.');
    const { method, headers } = incoming;
    const onward = requestOf(
      new URL(incoming.url ?? '/', server.url),
      { method, headers, agent },
      (response) => {
        const { connection: _connection, ...rest } = response.headers;
        outgoing.writeHead(response.statusCode ?? 502, rest);
        response.pipe(outgoing);
      },
    );
    onward.on('error', (error) => outgoing.writeHead(502).end(error.message));
    incoming.pipe(onward);
  };
  const listener = createServer(pass);
  // With Node's 5 s a client of a slow machine may use a connection that is just being closed.
  listener.keepAliveTimeout = 75_000;
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // A listening TCP server always has an address with a port.
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    replace(index, url) {
      servers[index] = { url, isReady: false };
    },
    ready: () => servers.filter((server) => server.isReady).length,
    close() {
      clearInterval(prober);
      listener.closeAllConnections();
      listener.close();
      agent.destroy();
    },
  };
}
