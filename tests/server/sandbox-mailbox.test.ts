import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import type { OpenDatabase } from '../../server/db/open-database.ts';
import { createMailboxMailer } from '../../server/mail/mailers.ts';
import { createMailboxPages } from '../../server/sandbox/mailbox.ts';
import { openEmbedded } from '../support/databases.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openEmbedded();
  await migrate(database.db);
});
afterAll(() => database.close());

const mailbox = (isLoopback = true, token?: string) => {
  const operators = token === undefined ? [] : [{ name: 'operator', token }];
  return new Hono().route('/sandbox', createMailboxPages({ db: database.db, isLoopback, operators }));
};
const basic = (password: string) => `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`;

describe('The mailbox', () => {
  test('lists the emails, newest first, and shows one as text', async () => {
    expect(await (await mailbox().request('/sandbox/mailbox')).text()).toContain('No emails yet.');
    const mail = createMailboxMailer(database.db, { now: () => new Date() });
    await mail.send({ to: 'a@example.ie', subject: 'Your code', text: 'The code is 123456.' });
    await mail.send({ to: 'b@example.ie', subject: '<b>bold</b>', text: 'line 1\nline <2>' });
    const list = await (await mailbox().request('/sandbox/mailbox')).text();
    expect(list.indexOf('&lt;b&gt;bold')).toBeLessThan(list.indexOf('Your code'));
    const one = await (await mailbox().request('/sandbox/mailbox/2')).text();
    expect(one).toContain('line 1\nline &lt;2&gt;');
  });

  test('returns 404 for an unknown email', async () => {
    for (const id of ['99', '0', 'x', '99999999999']) {
      expect((await mailbox().request(`/sandbox/mailbox/${id}`)).status).toBe(404);
    }
  });

  test('responds only to requests for a loopback host', async () => {
    const statusFor = async (host: string) =>
      (await mailbox().request('/sandbox/mailbox', { headers: { host } })).status;
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080']) expect(await statusFor(host)).toBe(200);
    for (const host of ['attacker.example', 'localhost.attacker.example:8080', '192.168.1.7:8080']) {
      expect([host, await statusFor(host)]).toEqual([host, 404]);
    }
  });

  test('can be read on a public server only by the operator', async () => {
    const ask = (token: string | undefined, authorization?: string) =>
      mailbox(false, token).request('/sandbox/mailbox/1', {
        headers: authorization === undefined ? {} : { authorization },
      });
    expect((await ask(undefined, basic(''))).status).toBe(404);
    const refused = await ask('operator-token');
    expect([refused.status, refused.headers.get('www-authenticate')?.slice(0, 5)]).toEqual([401, 'Basic']);
    expect((await ask('operator-token', basic('wrong'))).status).toBe(401);
    expect((await ask('operator-token', basic('operator-token'))).status).toBe(200);
    expect((await ask('operator-token', 'Bearer operator-token')).status).toBe(200);
  });
});
