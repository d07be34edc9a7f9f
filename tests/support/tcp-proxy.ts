import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  port: number;
  /** If a client's message matches, both sides of its connection are reset instead. */
  cutAt: RegExp | undefined;
  /** While this is true, neither old nor new connections forward anything. */
  isFrozen: boolean;
  /** The number of connections that were cut. */
  cuts: number;
  /** How many messages clients have sent. */
  messages: number;
  /** How often clients have sent something after a response: what takes at least one round trip each. */
  turns: number;
  /** Breaks every connection. New ones are possible. */
  cutAll(): void;
  close(): void;
};

/** A proxy on the loopback interface that can cut or freeze connections to a database. */
export async function startTcpProxy(target: { host: string; port: number }, port = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let hasResponded = true;
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => {
      proxy.messages += 1;
      if (hasResponded) proxy.turns += 1;
      hasResponded = false;
      if (proxy.isFrozen) return;
      if (proxy.cutAt?.test(data.toString('latin1'))) {
        proxy.cuts += 1;
        client.resetAndDestroy();
        return;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      hasResponded = true;
      if (!proxy.isFrozen) client.write(data);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server always has an address with a port.
  const address = server.address() as AddressInfo;
  const proxy: TcpProxy = {
    port: address.port,
    cutAt: undefined,
    isFrozen: false,
    cuts: 0,
    messages: 0,
    turns: 0,
    cutAll() {
      for (const socket of sockets) socket.destroy();
    },
    close() {
      proxy.cutAll();
      server.close();
    },
  };
  return proxy;
}
