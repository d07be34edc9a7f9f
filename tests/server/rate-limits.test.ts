import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateLimits } from '../../server/db/schema.ts';
import { createRateLimiter } from '../../server/http/rate-limiter.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { openEmbedded } from '../support/databases.ts';

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
    harness = await createApiHarness(await openEmbedded(), { TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => harness.close());

  const from = (client: string) => ({ headers: { 'x-forwarded-for': client } });
  const times = (count: number, act: (n: number) => Promise<number>) =>
    Promise.all(Array.from({ length: count }, (_, n) => act(n)));

  test('can send thirty requests as a guest in ten minutes, and other clients are not affected (REL-14)', async () => {
    const submit = (client: string) => harness.status('submitGuestRequest', { body: guest, ...from(client) });
    const statuses = await times(35, () => submit('192.0.2.1'));
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const refused = await harness.expectProblem('submitGuestRequest', { body: guest, ...from('192.0.2.1') });
    expect(Number(refused.headers.get('retry-after'))).toBe(600);
    expect(await submit('192.0.2.2')).toBe(201);
    harness.advanceClock(10 * MINUTE);
    expect(await submit('192.0.2.1')).toBe(201);
  });

  test('and all others together can send five hundred requests as guests in ten minutes (SEC-19)', async () => {
    harness.advanceClock(10 * MINUTE);
    const submit = (n: number, client: string) =>
      harness.status('submitGuestRequest', {
        body: { ...guest, pickup: n % 10 ? 'A' : '' },
        ...from(client),
      });
    const admitted: number[] = [];
    for (let round = 0; round < 12; round++) {
      const statuses = await times(50, (n) => submit(n, `10.9.${round}.${n}`));
      admitted.push(...statuses.filter((status) => status === 201));
    }
    expect(admitted).toHaveLength(500);
    // An invalid request does not count.
    expect(await submit(0, '10.9.250.1')).toBe(400);
    expect(await submit(1, '10.9.250.2')).toBe(429);
    harness.advanceClock(10 * MINUTE);
    expect(await submit(1, '10.9.250.3')).toBe(201);
  });

  test('can request thirty codes an hour, for any accounts (REL-14)', async () => {
    const ask = (n: number) =>
      harness.status('sendEmailCode', { body: { email: `nobody${n}@example.ie` }, ...from('192.0.2.3') });
    const statuses = await times(35, ask);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  test('can try fifteen codes a day for one account, and all clients together thirty (REL-14)', async () => {
    const body = { email: 'nobody@example.ie', password: 'fresh-secret' };
    const admitted = async (client: string) => {
      const statuses = await times(20, (n) =>
        harness.status('recoverPassword', { body: { ...body, code: 10_000_000 + n }, ...from(client) }),
      );
      return statuses.filter((status) => status === 400).length;
    };
    expect(await admitted('192.0.3.1')).toBe(15);
    expect(await admitted('192.0.3.2')).toBe(15);
    expect(await admitted('192.0.3.3')).toBe(0);
  });

  test('can look up sixty packages a minute, and other clients are not affected (REL-14)', async () => {
    const params = { orderGuid: '3f0c4f0e-0000-4000-8000-000000000000' };
    const look = (client: string) => harness.status('trackOrder', { params, ...from(client) });
    const statuses = await times(70, () => look('192.0.2.4'));
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(await look('192.0.2.5')).toBe(404);
    // The server ignores the addresses that a client adds to the left of the proxy's entry.
    expect(await look('192.0.2.6, 192.0.2.4')).toBe(429);
  });

  test('causes no write with a few reads, and few writes up to the limit (SEC-61)', async () => {
    const params = { orderGuid: '3f0c4f0e-0000-4000-8000-000000000002' };
    const look = (client: string) => harness.status('trackOrder', { params, ...from(client) });
    const written = async () =>
      (await harness.db.select().from(rateLimits)).flatMap(({ hits }) => hits).length;
    const before = await written();
    for (let n = 0; n < 5; n++) expect(await look('192.0.2.60')).toBe(404);
    expect(await written()).toBe(before);
    for (let n = 5; n < 60; n++) expect(await look('192.0.2.60')).toBe(404);
    expect(await written()).toBe(before + 60);
    expect(await look('192.0.2.60')).toBe(429);
    harness.advanceClock(MINUTE);
    expect(await look('192.0.2.60')).toBe(404);
  });

  test('is limited without a valid session as well, without a write for each call (REL-14, SEC-61)', async () => {
    const create = (token?: string) =>
      harness.status('createAddress', {
        ...(token ? { token } : {}),
        body: anAddress(),
        ...from('192.0.2.61'),
      });
    const rows = () => harness.db.select().from(rateLimits);
    const before = await rows();
    for (let n = 0; n < 19; n++) expect(await create(n % 2 === 0 ? undefined : 'not.a.token')).toBe(401);
    expect(await rows()).toEqual(before);
    for (let n = 19; n < 200; n++) expect(await create()).toBe(401);
    expect(await create()).toBe(429);
    // A client that has reached the limit costs no further statement.
    const written = await rows();
    harness.advanceClock(1);
    for (let n = 0; n < 30; n++) expect(await create()).toBe(429);
    expect(await rows()).toEqual(written);
    const { token } = await harness.createUser();
    expect(await create(token)).toBe(429);
    harness.advanceClock(60 * MINUTE);
    expect(await create(token)).toBe(201);
  });

  test('is limited by all processes together, which tolerate less than a tenth more each (SEC-61)', async () => {
    const processes = [1, 2, 3].map(() => createRateLimiter(harness.db, harness.clock));
    const limit = { name: 'shared', count: 60, windowMs: MINUTE };
    const outcomes = await times(120, (n) =>
      Promise.resolve(processes[n % 3]?.consumeRead(limit, 'client')).then(
        () => 200,
        () => 429,
      ),
    );
    const admitted = outcomes.filter((status) => status === 200).length;
    expect(admitted).toBeGreaterThanOrEqual(60);
    expect(admitted).toBeLessThanOrEqual(60 + 3 * 5);
  });

  test('is recognized by its IPv6 network, and with any port (REL-14)', async () => {
    const params = { orderGuid: '3f0c4f0e-0000-4000-8000-000000000001' };
    const look = (client: string) => harness.status('trackOrder', { params, ...from(client) });
    const statuses = await times(70, (n) => look(`2001:db8:1:2::${n.toString(16)}`));
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(await look('[2001:db8:1:2:ffff::1]:49152')).toBe(429);
    expect(await look('2001:db8:1:3::1')).toBe(404);
    await times(60, (n) => look(`198.51.100.7:${40_000 + n}`));
    expect(await look('198.51.100.7')).toBe(429);
    expect(await look('198.51.100.8:40000')).toBe(404);
  });

  const guess = { email: 'nobody@example.ie', code: 12_345_678, password: 'fresh-secret-1' };
  /** A call, and how many of it one client may make; the attempts need not succeed. */
  const calls: [name: string, allowed: number, call: (n: number, client: string) => Promise<number>][] = [
    [
      'login',
      60,
      (n, client) =>
        harness.status('login', { body: { email: `u${n}@example.ie`, password: 'guess' }, ...from(client) }),
    ],
    [
      'recoverPassword',
      60,
      (n, client) =>
        harness.status('recoverPassword', { body: { ...guess, email: `r${n}@example.ie` }, ...from(client) }),
    ],
    [
      'estimatePrice',
      120,
      (_n, client) => harness.status('estimatePrice', { body: parcel(), ...from(client) }),
    ],
  ];
  test.each(calls)(
    'can make the call %s a limited number of times (REL-14)',
    async (_name, allowed, call) => {
      const statuses = await times(allowed + 5, (n) => call(n, '192.0.2.20'));
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
      expect(await call(0, '192.0.2.21')).not.toBe(429);
    },
  );

  /** The same for one account, with a different client address for each attempt. */
  const accountCalls: [name: string, allowed: number, call: (n: number, token: string) => Promise<number>][] =
    [
      [
        'createAddress',
        60,
        (n, token) => harness.status('createAddress', { token, body: anAddress(), ...from(`10.1.0.${n}`) }),
      ],
      [
        'addPaymentMethod',
        10,
        (n, token) =>
          harness.status('addPaymentMethod', {
            token,
            body: { paymentMethodId: 'pm_x' },
            ...from(`10.2.0.${n}`),
          }),
      ],
      // Each sends the name to the payment provider.
      [
        'editUser',
        60,
        (n, token) =>
          harness.status('editUser', { token, body: { name: `Name ${n}` }, ...from(`10.5.0.${n}`) }),
      ],
      // Each reads a payment that is open from the payment provider.
      [
        'getDeliveryRequest',
        600,
        (n, token) =>
          harness.status('getDeliveryRequest', { token, params: { id: '1' }, ...from(`10.6.0.${n % 250}`) }),
      ],
      [
        'createPaymentSession',
        30,
        (n, token) =>
          harness.status('createPaymentSession', { token, params: { id: '1' }, ...from(`10.3.0.${n}`) }),
      ],
      [
        'createDeliveryRequest',
        60,
        (n, token) =>
          harness.status('createDeliveryRequest', { token, body: parcel(), ...from(`10.4.0.${n}`) }),
      ],
    ];
  test.each(accountCalls)(
    'of one account can make the call %s a limited number of times (REL-14)',
    async (_name, allowed, call) => {
      const { token } = await harness.createUser();
      const statuses = await times(allowed + 5, (n) => call(n, token));
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
      expect(await call(0, (await harness.createUser()).token)).not.toBe(429);
    },
  );
});
