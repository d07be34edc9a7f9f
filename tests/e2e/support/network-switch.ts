import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { BrowserContext } from '@playwright/test';

/**
 * A cable between browser and server that can be pulled. Chromium's own offline switch does not reach what a
 * worker fetches in every version; a pulled cable does.
 */
export class NetworkSwitch {
  readonly url: string;
  private readonly listener: Server;
  private readonly sockets: Set<Socket>;
  private isOpen = true;

  private constructor(listener: Server, port: number, sockets: Set<Socket>) {
    this.listener = listener;
    this.sockets = sockets;
    this.url = `http://localhost:${port}`;
  }

  static async inFrontOf(serverUrl: string): Promise<NetworkSwitch> {
    const sockets = new Set<Socket>();
    const listener = createServer();
    listener.listen(0, 'localhost');
    await once(listener, 'listening');
    const address = listener.address();
    if (address === null || typeof address === 'string') throw new Error('No free port');
    const networkSwitch = new NetworkSwitch(listener, address.port, sockets);
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

  /** Cuts every connection, lets no new one through, and tells the pages of the context so, where there is one. */
  async disconnect(context?: BrowserContext): Promise<void> {
    this.isOpen = false;
    for (const socket of this.sockets) socket.destroy();
    await context?.setOffline(true);
  }

  async reconnect(context?: BrowserContext): Promise<void> {
    this.isOpen = true;
    await context?.setOffline(false);
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.listener.close();
  }
}
