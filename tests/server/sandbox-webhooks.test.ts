import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { createWebhookSender } from '../../server/sandbox/stripe/sandbox.ts';
import { listenLocally } from '../support/listen-locally.ts';

const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
const hasIpv6 = addresses.some(({ address }) => address === '::1');

test.each(['127.0.0.1', ...(hasIpv6 ? ['::1'] : [])])(
  'The sandbox sends webhooks to a server whose HOST is %s',
  async (host) => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url ?? '');
      response.end();
    });
    const port = await listenLocally(server, host);
    expect(await createWebhookSender({ host, port })('{}', 'signature')).toBe(200);
    expect(paths).toEqual(['/webhooks/stripe']);
    server.closeAllConnections();
    server.close();
  },
);
