import { createServer } from 'node:http';
import { listenLocally } from './listen-locally.ts';

// One grey pixel, enlarged 256 times by the map, and as heavy as a tile of a town.
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
const TILE = Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.alloc(20_000)]);

export type TileServer = {
  /** Template of a tile's address, as `TILE_URL` takes it. */
  url: string;
  /** While it is not reachable, it cuts every connection at once. */
  setReachable(isReachable: boolean): void;
  stop(): void;
};

/** Map tiles from this machine: no test asks the public tile servers for anything. */
export async function startTiles(): Promise<TileServer> {
  let isReachable = true;
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'image/png',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
    });
    response.end(TILE);
  });
  server.on('connection', (socket) => {
    if (!isReachable) socket.destroy();
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
    setReachable: (isNow) => {
      isReachable = isNow;
      if (!isNow) server.closeAllConnections();
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
