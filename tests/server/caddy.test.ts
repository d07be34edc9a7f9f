import { createServer, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { findCaddy, startCaddy } from '../support/caddy.ts';
import { listenLocally } from '../support/listen-locally.ts';

const program = findCaddy() ?? '';
if (program === '') console.info('Caddy is not installed: its tests are skipped.');

test.skipIf(program === '')(
  'Caddy passes no request id of a client on, and logs no path and no query of a request that fails (SEC-17)',
  async () => {
    const requests: IncomingMessage[] = [];
    const upstream = createServer((request, response) => {
      if (request.url === '/readyz') return void response.end();
      requests.push(request);
      request.socket.destroy();
    });
    const port = await listenLocally(upstream);
    onTestFinished(() => void upstream.close());
    const caddy = await startCaddy(program, port);
    onTestFinished(() => void caddy.stop());
    const { status } = await fetch(`${caddy.url}/pay/a-secret-key?guid=a-secret-number`, {
      method: 'POST',
      headers: {
        'x-request-id': 'chosen-by-the-client',
        referer: `${caddy.url}/tracking?guid=a-secret-number`,
      },
    });
    expect(status).toBe(502);
    expect(requests.map(({ url }) => url)).toEqual(['/pay/a-secret-key?guid=a-secret-number']);
    expect(requests[0]?.headers['x-request-id']).toBeUndefined();
    const log = await caddy.stop();
    expect(log).toContain('"status":502');
    expect(log).not.toContain('a-secret');
  },
);
