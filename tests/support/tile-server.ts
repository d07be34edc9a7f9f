import { createServer } from 'node:http';
import { listenLocally } from './listen-locally.ts';

// One grey pixel, which the map enlarges 256 times, padded to the size of a tile of a town.
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
const TILE = Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.alloc(20_000)]);

export type TileServer = {
  /** The URL template of the tiles, in the format of `TILE_URL`. */
  url: string;
  /** While this is false, the server cuts every connection at once. */
  setReachable(isReachable: boolean): void;
  stop(): void;
};

/** Serves map tiles from this machine, so that no test calls a public tile server. */
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
