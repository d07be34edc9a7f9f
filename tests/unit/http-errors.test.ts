import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, hasErrorCode } from '../../src/api/client.ts';
import { configureClient } from '../../src/api/send-call.ts';
import { handleFailure } from '../../src/app/failure-policy.ts';
import { errorMessage } from '../../src/contract/errors.ts';
import { useAlerts } from '../../src/stores/alerts.ts';
import { useUser } from '../../src/stores/user.ts';
import { expireSession } from '../../src/use-cases/session/session.ts';
import { alertTitles } from '../support/account-fixtures.ts';
import { listenLocally } from '../support/listen-locally.ts';

vi.mock('../../src/use-cases/session/session.ts', () => ({ expireSession: vi.fn(async () => undefined) }));

type FakeResponse = { status: number; body: string; type?: string };
/** Undefined means that the server never responds. */
let fakeResponse: FakeResponse | undefined = { status: 200, body: '[]' };
let server: Server;

const problem = (status: number, title: string): FakeResponse => ({
  status,
  body: JSON.stringify({ title, status, detail: 'A sentence of the server that no one should see.' }),
  type: 'application/problem+json',
});
const json = (status: number, value: unknown): FakeResponse => ({ status, body: JSON.stringify(value) });
const ask = () => call('listDeliveryRequests');

beforeAll(async () => {
  server = createServer((_, response) => {
    if (fakeResponse)
      response
        .writeHead(fakeResponse.status, { 'content-type': fakeResponse.type ?? 'application/json' })
        .end(fakeResponse.body);
  });
  const port = await listenLocally(server);
  const apiBase = `http://127.0.0.1:${port}/api`;
  configureClient({
    baseUrls: () => ({ apiBase, hookBase: apiBase }),
    session: () => ({ token: 'token', account: 'aoife@example.ie' }),
    onFailure: handleFailure,
  });
});
afterAll(() => server.close());
beforeEach(() => {
  useAlerts.getState().reset();
  useUser.setState({
    user: { name: 'Aoife', email: 'aoife@example.ie', phoneNumber: null, jwtToken: 'token' },
  });
  vi.mocked(expireSession).mockClear();
});

describe('A response of the server', () => {
  test.each([
    ['UNAUTHORIZED', 403, 'User Unauthorized'],
    ['VALIDATION_EXCEPTION', 400, 'Validation Error'],
    ['USER_ALREADY_EXISTS', 409, 'A user with that email already exists'],
    ['VERIFICATION_CODE_NOT_FOUND', 400, 'The code is invalid'],
    ['USER_NOT_FOUND', 404, 'A user with that email is not found'],
    ['INCORRECT_PASSWORD', 403, 'The password is incorrect'],
    ['VERIFICATION_CODE_EXPIRED', 400, 'The verification code has expired'],
    ['ORDER_NOT_FOUND', 404, 'The order does not exist'],
    ['ORDER_DELITION_NOT_ALLOWED', 409, 'The order cannot be deleted'],
    ['ORDER_REQUEST_NOT_FOUND', 404, 'The order request does not exist'],
    ['ORDER_REQUEST_CANNOT_BE_EDITED', 409, 'The order request cannot be edited'],
    ['PAYMENT_NOT_FOUND', 404, 'The payment does not exist'],
    ['ADDRESS_NOT_FOUND', 404, 'The Address does not exit'],
  ])('%s with %i shows its message and keeps the session (ERR-01)', async (code, status, sentence) => {
    fakeResponse = problem(status, code);
    await ask();
    expect(alertTitles()).toEqual([sentence]);
    expect(expireSession).not.toHaveBeenCalled();
  });

  test('problem JSON with fields of a web framework keeps its code (ERR-01)', async () => {
    const framework = { type: 'about:blank', detail: null, instance: null, errors: { email: ['taken'] } };
    fakeResponse = json(409, { title: 'USER_ALREADY_EXISTS', status: '409', ...framework });
    const result = await ask();
    expect(!result.ok && hasErrorCode(result.failure, 'USER_ALREADY_EXISTS')).toBe(true);
  });

  test('problem JSON with an entry of another form keeps the other messages about fields (VAL-10)', async () => {
    const email = { path: 'email', message: 'Must be text' };
    fakeResponse = json(400, { title: 'VALIDATION_EXCEPTION', errors: [{ path: null }, email, 'body'] });
    expect(await ask()).toMatchObject({ failure: { problem: { errors: expect.arrayContaining([email]) } } });
  });

  test.each<[string, FakeResponse, string]>([
    ['plain text', json(500, 'The database is on fire'), 'Something went wrong'],
    ['a 5xx', problem(502, 'TRIP_BROKEN'), 'Something went wrong with the server'],
    ['a 404', problem(404, 'LEAVE_UNKNOWN'), 'Resource not found'],
    ['anything else', problem(418, 'TEAPOT'), 'Something went wrong'],
    ['an error without a known body', json(400, {}), 'Something went wrong'],
    ['a code that is a property of every object', problem(400, 'constructor'), 'Something went wrong'],
  ])('%s shows the general message for it (ERR-02)', async (_, response, sentence) => {
    fakeResponse = response;
    await ask();
    expect(alertTitles()).toEqual([sentence]);
    expect(expireSession).not.toHaveBeenCalled();
  });

  test.each<[string, FakeResponse, string]>([
    ['401', problem(401, 'UNAUTHORIZED'), 'User Unauthorized'],
    ['408', json(408, {}), 'Something went wrong'],
    ['a number', json(200, 7), 'Something went wrong'],
    ['null', json(200, null), 'Something went wrong'],
    ['a string', json(200, 'ok'), 'Something went wrong'],
  ])('%s ends the session, with its message (SES-03, CAL-02)', async (_, response, sentence) => {
    fakeResponse = response;
    await ask();
    expect(expireSession).toHaveBeenCalledOnce();
    expect(alertTitles()).toEqual([sentence]);
  });

  const page = (status: number): FakeResponse => ({
    status,
    body: '<html>Not ours</html>',
    type: 'text/html',
  });
  const text = (status: number): FakeResponse => ({ status, body: 'Not ours', type: 'text/plain' });

  test.each<[string, FakeResponse, string[]]>([
    ['a page of a captive portal', page(200), []],
    ['a captive portal’s 401', page(401), ['Something went wrong']],
    ['a captive portal’s 408', page(408), ['Something went wrong']],
    ['a gateway without a server', { status: 504, body: '{}' }, ['Something went wrong with the server']],
    ['a gateway’s page', page(502), ['Something went wrong with the server']],
    ['a 500 in text', text(500), ['Something went wrong with the server']],
    ['a 404 in HTML', page(404), ['Resource not found']],
    ['a 404 in text', text(404), ['Resource not found']],
    ['a 400 in text', text(400), ['Something went wrong']],
    ['half a response', { status: 200, body: '[{"id":' }, ['Something went wrong']],
    ['nothing at all', { status: 200, body: '' }, ['Something went wrong']],
  ])(
    '%s is named as not ours, has the sentence of its status, and ends no session (SES-03, ERR-02)',
    async (_, response, sentences) => {
      fakeResponse = response;
      expect(await ask()).toMatchObject({
        ok: false,
        failure: { kind: 'unexpectedResponse', status: response.status },
      });
      expect(expireSession).not.toHaveBeenCalled();
      expect(alertTitles()).toEqual(sentences);
    },
  );

  test('204 without a body is the success of a call without content, and of no other (CAL-02)', async () => {
    fakeResponse = { status: 204, body: '' };
    expect(await call('deleteDeliveryRequest', { params: { id: 1 } })).toMatchObject({ ok: true });
    expect(await ask()).toMatchObject({ ok: false, failure: { kind: 'invalidBody' } });
    expect(expireSession).not.toHaveBeenCalled();
  });

  test('a read without a response times out after a minute (CAL-02, REL-19)', async () => {
    fakeResponse = undefined;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const requested = once(server, 'request');
    const call = ask();
    await requested;
    let hasEnded = false;
    void call.then(() => {
      hasEnded = true;
    });
    await vi.advanceTimersByTimeAsync(59_900);
    expect(hasEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(await call).toEqual({ ok: false, failure: { kind: 'offline' } });
    expect(alertTitles()).toEqual([]);
    vi.useRealTimers();
  });

  test('hanging reads, and no other calls, are aborted to free connections for a submit, the oldest first (CAL-02, REL-02)', async () => {
    fakeResponse = undefined;
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    let requests = 0;
    const count = () => {
      requests += 1;
    };
    server.on('request', count);
    const reads = Array.from({ length: 5 }, () => call('listAddresses', { isQuiet: true }));
    await vi.waitFor(() => expect(requests).toBe(5), 10_000);
    now.mockReturnValue(2000);
    const isFresh = call('listPayments', { isQuiet: true });
    await vi.waitFor(() => expect(requests).toBe(6), 10_000);
    server.off('request', count);
    now.mockReturnValue(3500);
    fakeResponse = json(200, {});
    await call('editUser', { body: { name: 'Aoife' }, isQuiet: true });
    const aborted = { ok: false, failure: { kind: 'aborted' } };
    expect(await Promise.all(reads.slice(0, 3))).toEqual([aborted, aborted, aborted]);
    const still = await Promise.race([...reads.slice(3), isFresh, Promise.resolve('waiting')]);
    expect(still).toBe('waiting');
    server.closeAllConnections();
    await Promise.all([...reads, isFresh]);
    now.mockRestore();
  });

  test('that does not match its schema shows the general message and keeps the session (SES-03)', async () => {
    fakeResponse = json(200, { deliveries: [] });
    await ask();
    expect(alertTitles()).toEqual(['Something went wrong']);
    expect(expireSession).not.toHaveBeenCalled();
  });
});

test('the reason for which a bank declined a card reaches the customer (PAY-09)', () => {
  const declined = { title: 'PAYMENT_PROVIDER', status: 422, detail: 'Your card has insufficient funds.' };
  expect(errorMessage(422, declined)).toBe('Your card has insufficient funds.');
  expect(errorMessage(409, { title: 'ADDRESS_LIMIT_REACHED' })).toBe(
    'You cannot save more addresses. Please delete one first',
  );
  expect(errorMessage(409, { title: 'PAYMENT_NOT_DUE' })).toBe(
    'There is nothing left to pay for this delivery',
  );
  expect(errorMessage(409, { title: 'PAYMENT_PROCESSING' })).toMatch(/being processed/);
});
