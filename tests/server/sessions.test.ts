import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases, openEmbedded } from '../support/databases.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

onBothDatabases('A session', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open());
  });
  afterAll(() => harness.close());

  let people = 0;
  async function registered(userAgent = FIREFOX) {
    people += 1;
    const email = `session${people}@example.ie`;
    const body = { name: 'Ada', phoneNumber: '1', email, password: 'parcel-secret-1' };
    const response = await harness.call('registerUser', { body, headers: { 'user-agent': userAgent } });
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    await harness.confirmEmail(email);
    return { body, cookie, token: response.body.jwtToken };
  }
  /** The emails after the one that asks to confirm the address. */
  const emailsTo = async (email: string) => {
    await harness.runJobs();
    const [, ...subjects] = harness.emails.filter(({ to }) => to === email).map(({ subject }) => subject);
    return subjects;
  };

  test('ends at the server with Log Out (SEC-06)', async () => {
    const { token, body } = await registered();
    const other = (await harness.call('login', { body })).body.jwtToken;
    await harness.call('logOut', { token });
    expect(await harness.status('getUser', { token })).toBe(401);
    expect(await harness.status('getUser', { token: other })).toBe(200);
  });

  test('is listed with its device and last use, and can be ended from another (SEC-06)', async () => {
    const { token, body } = await registered();
    harness.advanceClock(10 * MINUTE);
    const phone = (await harness.call('login', { body, headers: { 'user-agent': SAFARI } })).body.jwtToken;
    const { body: list } = await harness.call('listSessions', { token: phone });
    expect(list.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Safari on iPhone', true],
      ['Firefox on Linux', false],
    ]);
    expect(Date.parse(list[0]?.lastUsed ?? '') - Date.parse(list[1]?.lastUsed ?? '')).toBe(10 * MINUTE);
    const params = { id: list[1]?.id ?? '' };
    const wrong = await harness.expectProblem('endSession', {
      token: phone,
      params,
      body: { password: 'x' },
    });
    expect([wrong.status, wrong.body.title]).toEqual([403, 'UNAUTHORIZED']);
    expect(await harness.status('getUser', { token })).toBe(200);
    await harness.call('endSession', { token: phone, params, body: { password: body.password } });
    expect(await harness.status('getUser', { token })).toBe(401);
    expect(await harness.status('getUser', { token: phone })).toBe(200);
  });

  test('of someone else cannot be ended (SEC-06)', async () => {
    const owner = await registered();
    const stranger = await registered();
    const [session] = (await harness.call('listSessions', { token: owner.token })).body;
    const params = { id: session?.id ?? '' };
    const password = { password: stranger.body.password };
    expect(await harness.status('endSession', { token: stranger.token, params, body: password })).toBe(404);
    await harness.call('endOtherSessions', { token: stranger.token, body: password });
    expect(await harness.status('getUser', { token: owner.token })).toBe(200);
  });

  test('is listed under another id, which ends it only with the password (SEC-06)', async () => {
    const { token, body } = await registered();
    await harness.call('login', { body });
    const { body: list } = await harness.call('listSessions', { token });
    const { body: file } = await harness.call('exportAccount', { token });
    expect(file.sessions.map(({ id }) => id)).toEqual(list.map(({ id }) => id));
    for (const { id } of list) await harness.call('endSessionById', { body: { sessionId: id } });
    expect((await harness.call('listSessions', { token })).body).toEqual(list);
  });

  test('ends by its id alone, for a log-out that had no connection (SEC-06)', async () => {
    const { token, body } = await registered();
    const { sessionId } = (await harness.call('login', { body })).body;
    const other = (await harness.call('getUser', { token })).body.sessionId ?? '';
    expect(sessionId).not.toBe(other);
    await harness.call('endSessionById', { body: { sessionId: other } });
    expect(await harness.status('getUser', { token })).toBe(401);
    // The response does not reveal whether the session exists.
    await harness.call('endSessionById', { body: { sessionId: other } });
    const guess = { sessionId: 'A'.repeat(22) };
    expect((await harness.call('endSessionById', { body: guess })).body).toEqual({});
    const list = (await harness.ops('GET', 'audit')).body as { event: string }[];
    expect(list[0]).toMatchObject({ event: 'loggedOut' });
    const statuses: number[] = [];
    for (let index = 0; index < 130; index += 1)
      statuses.push(await harness.status('endSessionById', { body: guess }));
    expect(statuses.at(-1)).toBe(429);
  });

  test('can end all other sessions (SEC-06)', async () => {
    const { token, body } = await registered();
    const others = [
      (await harness.call('login', { body })).body.jwtToken,
      (await harness.call('login', { body })).body.jwtToken,
    ];
    const wrong = { password: 'not it' };
    expect(await harness.status('endOtherSessions', { token, body: wrong })).toBe(403);
    for (const other of others) expect(await harness.status('getUser', { token: other })).toBe(200);
    await harness.call('endOtherSessions', { token, body: { password: body.password } });
    for (const other of others) expect(await harness.status('getUser', { token: other })).toBe(401);
    expect((await harness.call('listSessions', { token })).body).toHaveLength(1);
  });

  test('cannot be used to guess the password by ending others (SEC-06)', async () => {
    const { token, body } = await registered();
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      statuses.push(await harness.status('endOtherSessions', { token, body: { password: `guess ${n}` } }));
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
    expect(await harness.status('deleteAccount', { token, body: { password: body.password } })).toBe(429);
    // The owner still logs in on another device.
    await harness.call('login', { body });
  });

  test('that was stolen does not keep the owner from ending it (SEC-06)', async () => {
    const { token: stolen, body } = await registered();
    const { jwtToken: token } = (await harness.call('login', { body })).body;
    for (let n = 0; n < 25; n++) {
      await harness.status('endOtherSessions', { token: stolen, body: { password: 'guess' } });
      const guess = { oldPassword: 'guess', newPassword: 'changed-secret-1' };
      await harness.status('changePassword', { token: stolen, body: guess });
    }
    const password = { password: body.password };
    expect(await harness.status('endOtherSessions', { token: stolen, body: password })).toBe(429);
    expect(await harness.status('endOtherSessions', { token, body: password })).toBe(200);
    expect(await harness.status('getUser', { token: stolen })).toBe(401);
  });

  test('accepts the previous token for a minute after the renewed one is used (SEC-06)', async () => {
    const { token } = await registered();
    harness.advanceClock(1.01 * DAY);
    const renewed = (await harness.call('getUser', { token })).body.jwtToken ?? '';
    // The response may have been lost, so the old token stays valid until the new one is used.
    harness.advanceClock(5 * MINUTE);
    const again = (await harness.call('getUser', { token })).body.jwtToken ?? '';
    expect(await harness.status('listSessions', { token: again })).toBe(200);
    expect(await harness.status('listSessions', { token: renewed })).toBe(200);
    expect(await harness.status('listSessions', { token })).toBe(200);
    harness.advanceClock(MINUTE);
    expect(await harness.status('listSessions', { token })).toBe(401);
    expect(await harness.status('listSessions', { token: again })).toBe(200);
  });

  test('ends after 90 days, however often it is renewed (SEC-06)', async () => {
    let { token } = await registered();
    for (let day = 0; day < 88; day += 11) {
      harness.advanceClock(11 * DAY);
      token = (await harness.call('getUser', { token })).body.jwtToken ?? '';
    }
    harness.advanceClock(1.9 * DAY);
    expect(await harness.status('getUser', { token })).toBe(200);
    harness.advanceClock(0.2 * DAY);
    expect(await harness.status('getUser', { token })).toBe(401);
  });

  test('on a new device is announced by mail, and on a known device it is not (SEC-06)', async () => {
    const { body, cookie } = await registered();
    await harness.call('login', { body, headers: { cookie } });
    expect(await emailsTo(body.email)).toEqual([]);
    await harness.call('login', { body, headers: { 'user-agent': SAFARI } });
    expect(await emailsTo(body.email)).toEqual(['New login to your Send account']);
    expect(harness.lastEmailTo(body.email)?.text).toContain('Safari on iPhone');
  });

  test('ends when the password is changed or reset, which an email announces (SEC-06)', async () => {
    const { body, token } = await registered();
    const change = { oldPassword: body.password, newPassword: 'parcel-secret-2' };
    const changed = (await harness.call('changePassword', { token, body: change })).body.jwtToken ?? '';
    expect(await emailsTo(body.email)).toEqual(['Your Send password was changed']);
    expect((await harness.call('listSessions', { token: changed })).body).toHaveLength(1);
    await harness.call('sendEmailCode', { body: { email: body.email } });
    await harness.runJobs();
    const code = harness.codeEmailedTo(body.email);
    await harness.call('recoverPassword', { body: { email: body.email, code, password: 'parcel-secret-3' } });
    expect((await emailsTo(body.email)).at(-1)).toBe('Your Send password was reset');
    expect(await harness.status('getUser', { token: changed })).toBe(401);
  });
});

describe('A rotation of the session secret', () => {
  test('ends no session until the old secret is removed (SEC-06)', async () => {
    const database = await openEmbedded();
    const [old, fresh] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(9)];
    const before = await createApiHarness(database, {}, { secrets: [old] });
    const { token } = await before.createUser();
    const during = await createApiHarness(database, {}, { secrets: [fresh, old] });
    expect(await during.status('getUser', { token })).toBe(200);
    const after = await createApiHarness(database, {}, { secrets: [fresh] });
    expect(await after.status('getUser', { token })).toBe(401);
    await database.close();
  });
});
