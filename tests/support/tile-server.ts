import { once } from 'node:events';
import { createServer } from 'node:http';

// One grey pixel, 256 times enlarged by whoever shows it, and as heavy as a tile of a town.
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
const TILE = Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.alloc(20_000)]);

/** Map tiles from this machine: no test asks the public tile servers for anything. */
export async function startTiles(): Promise<{ url: string; stop(): void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'image/png',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
    });
    response.end(TILE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return {
    url: `http://127.0.0.1:${address.port}/{z}/{x}/{y}.png`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
