import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openInMemory } from '../../server/db/open-database.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';

const MINUTE = 60_000;
const guest = {
  firstName: 'Nuala',
  lastName: 'Byrne',
  phone: '',
  email: '',
  pickup: 'A',
  dropoff: 'B',
  note: '',
};

describe('One client', () => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await openInMemory(), { TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => harness.close());

  const from = (client: string) => ({ headers: { 'x-forwarded-for': client } });
  const times = (count: number, act: (n: number) => Promise<number>) =>
    Promise.all(Array.from({ length: count }, (_, n) => act(n)));

  test('may send thirty requests as a guest in ten minutes, and others are not affected (REL-14)', async () => {
    const submit = (client: string) => harness.status('submitGuestRequest', { body: guest, ...from(client) });
    const responses = await times(35, () => submit('192.0.2.1'));
    expect(responses.filter((status) => status === 429)).toHaveLength(5);
    const refused = await harness.expectProblem('submitGuestRequest', { body: guest, ...from('192.0.2.1') });
    expect(Number(refused.headers.get('retry-after'))).toBe(600);
    expect(await submit('192.0.2.2')).toBe(201);
    harness.advanceClock(10 * MINUTE);
    expect(await submit('192.0.2.1')).toBe(201);
  });

  test('may ask for thirty codes an hour for any accounts (REL-14)', async () => {
    const ask = (n: number) =>
      harness.status('sendEmailCode', { body: { email: `nobody${n}@example.ie` }, ...from('192.0.2.3') });
    const responses = await times(35, ask);
    expect(responses.filter((status) => status === 429)).toHaveLength(5);
  });

  test('may try twenty-five codes an hour for one account, including new codes (REL-14)', async () => {
    const body = { email: 'nobody@example.ie', code: 123456, password: 'fresh-secret' };
    const responses = await times(30, (n) =>
      harness.status('recoverPassword', { body, ...from(`192.0.3.${n}`) }),
    );
    expect(responses.filter((status) => status === 429)).toHaveLength(5);
  });

  test('may look up sixty parcels a minute, and others are not affected (REL-14)', async () => {
    const params = { orderGuid: '3f0c4f0e-0000-4000-8000-000000000000' };
    const look = (client: string) => harness.status('trackOrder', { params, ...from(client) });
    const responses = await times(70, () => look('192.0.2.4'));
    expect(responses.filter((status) => status === 429)).toHaveLength(10);
    expect(await look('192.0.2.5')).toBe(404);
    // Entries that the client has added to the left of the proxy's own are ignored.
    expect(await look('192.0.2.6, 192.0.2.4')).toBe(429);
  });
});
