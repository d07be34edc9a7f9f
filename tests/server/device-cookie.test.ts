import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { createPaidRequest } from '../support/orders.ts';

onBothDatabases('Over https', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open(), { PUBLIC_URL: 'https://send.example', SANDBOX: '1' });
  });
  afterAll(() => harness.close());

  test('a device is recognized only by the cookie that a page without https cannot set (SEC-03)', async () => {
    const body = { name: 'Ada', phoneNumber: '1', email: 'ada@example.ie', password: 'parcel-secret-1' };
    const cookie = (await harness.call('registerUser', { body })).headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Secure-send_device=[\w-]{22};.*; Secure/);
    const [pair = ''] = cookie.split(';');
    const logIn = (sent: string) => harness.call('login', { body, headers: { cookie: sent } });
    expect((await logIn(pair)).headers.get('set-cookie')).toBeNull();
    expect((await logIn(pair.replace('__Secure-', ''))).headers.get('set-cookie')).toMatch(/^__Secure-/);
  });

  test('no cache stores a response whose address contains a tracking number (SEC-08)', async () => {
    const { token } = await harness.createUser();
    const id = await createPaidRequest(harness, token);
    const { guid } = (await harness.ops('POST', `orderrequests/${id}/accept`)).body as { guid: string };
    const { headers } = await harness.call('trackOrder', { params: { orderGuid: guid } });
    expect(headers.get('cache-control')).toBe('no-store');
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect(await harness.status('trackOrder', { params: { orderGuid: guid }, headers: known })).toBe(304);
  });
});
