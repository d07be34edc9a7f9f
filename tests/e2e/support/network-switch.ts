import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { BrowserContext } from '@playwright/test';
import type { TileServer } from '../../support/tile-server.ts';

/**
 * A connection between the browser and the servers that a test can cut. Chromium's own offline mode does not affect
 * the requests of a service worker that starts later. This does.
 */
export class NetworkSwitch {
  readonly url: string;
  private readonly listener: Server;
  private readonly sockets: Set<Socket>;
  private readonly tiles: TileServer | undefined;
  private isOpen = true;

  private constructor(listener: Server, port: number, sockets: Set<Socket>, tiles?: TileServer) {
    this.listener = listener;
    this.tiles = tiles;
    this.sockets = sockets;
    this.url = `http://localhost:${port}`;
  }

  static async inFrontOf(serverUrl: string, tiles?: TileServer): Promise<NetworkSwitch> {
    const sockets = new Set<Socket>();
    const listener = createServer();
    listener.listen(0, 'localhost');
    await once(listener, 'listening');
    const address = listener.address();
    if (address === null || typeof address === 'string') throw new Error('No free port');
    const networkSwitch = new NetworkSwitch(listener, address.port, sockets, tiles);
    const { hostname, port } = new URL(serverUrl);
    listener.on('connection', (near) => {
      if (!networkSwitch.isOpen) return void near.destroy();
      const far = connect(Number(port), hostname);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket);
        socket.pipe(other);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
      }
    });
    return networkSwitch;
  }

  /** Closes every connection, accepts no new one, and reports the loss to the pages of the context, if there is one. */
  async disconnect(context?: BrowserContext): Promise<void> {
    this.isOpen = false;
    this.tiles?.setReachable(false);
    for (const socket of this.sockets) socket.destroy();
    await context?.setOffline(true);
  }

  async reconnect(context?: BrowserContext): Promise<void> {
    this.isOpen = true;
    this.tiles?.setReachable(true);
    await context?.setOffline(false);
  }

  close(): void {
    this.tiles?.setReachable(true);
    for (const socket of this.sockets) socket.destroy();
    this.listener.close();
  }
}
