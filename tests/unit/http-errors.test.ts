import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, configureClient } from '../../src/api/client.ts';
import { handleFailure } from '../../src/app/failure-policy.ts';
import { useAlerts } from '../../src/stores/alerts.ts';
import { useUser } from '../../src/stores/user.ts';
import { endSession } from '../../src/use-cases/session/session.ts';

vi.mock('../../src/use-cases/session/session.ts', () => ({ endSession: vi.fn(async () => undefined) }));

type FakeResponse = { status: number; body: string; type?: string };
/** Undefined means that the server never responds. */
let fakeResponse: FakeResponse | undefined = { status: 200, body: '[]' };
let server: Server;

const problem = (status: number, title: string): FakeResponse => ({
  status,
  body: JSON.stringify({ title, status, detail: 'A sentence of the server that nobody should see.' }),
  type: 'application/problem+json',
});
const json = (status: number, value: unknown): FakeResponse => ({ status, body: JSON.stringify(value) });
const alerts = () => useAlerts.getState().list.map(({ title }) => title);
const ask = () => call('listDeliveryRequests');

beforeAll(async () => {
  server = createServer((_, response) => {
    if (fakeResponse)
      response
        .writeHead(fakeResponse.status, { 'content-type': fakeResponse.type ?? 'application/json' })
        .end(fakeResponse.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port');
  const apiBase = `http://127.0.0.1:${address.port}/api`;
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
  vi.mocked(endSession).mockClear();
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
    expect(alerts()).toEqual([sentence]);
    expect(endSession).not.toHaveBeenCalled();
  });

  test.each<[string, FakeResponse, string]>([
    ['plain text', json(500, 'The database is on fire'), 'Something went wrong'],
    ['a 5xx', problem(502, 'TRIP_BROKEN'), 'Something went wrong with the server'],
    ['a 404', problem(404, 'LEAVE_UNKNOWN'), 'Resource not found'],
    ['anything else', problem(418, 'TEAPOT'), 'Something went wrong'],
    ['an error without a known body', json(400, {}), 'Something went wrong'],
    ['a code that is a property of every object', problem(400, 'constructor'), 'Something went wrong'],
  ])('%s shows the general message for it (ERR-02)', async (_, answer, sentence) => {
    fakeResponse = answer;
    await ask();
    expect(alerts()).toEqual([sentence]);
    expect(endSession).not.toHaveBeenCalled();
  });

  test.each<[string, FakeResponse, string]>([
    ['401', problem(401, 'UNAUTHORIZED'), 'User Unauthorized'],
    ['408', json(408, {}), 'Something went wrong'],
    ['a number', json(200, 7), 'Something went wrong'],
    ['null', json(200, null), 'Something went wrong'],
    ['a string', json(200, 'ok'), 'Something went wrong'],
  ])('%s ends the session, with its message (SES-03, CAL-02)', async (_, answer, sentence) => {
    fakeResponse = answer;
    await ask();
    expect(endSession).toHaveBeenCalledOnce();
    expect(alerts()).toEqual([sentence]);
  });

  test.each<[string, FakeResponse]>([
    ['a page of a captive portal', { status: 200, body: '<html>Log in</html>', type: 'text/html' }],
    ['a captive portal’s 401', { status: 401, body: '<html>Log in</html>', type: 'text/html' }],
    ['a gateway without a server', { status: 504, body: '{}' }],
    ['a truncated response', { status: 200, body: '[{"id":' }],
    ['an empty response', { status: 200, body: '' }],
  ])('%s is not accepted: the session stays and no alert is shown (SES-03)', async (_, answer) => {
    fakeResponse = answer;
    expect(await ask()).toEqual({ ok: false, failure: { kind: 'offline' } });
    expect(endSession).not.toHaveBeenCalled();
    expect(alerts()).toEqual([]);
  });

  test('that never arrives times out for a read (REL-19)', async () => {
    fakeResponse = undefined;
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(patience.signal);
    const pending = ask();
    await once(server, 'request');
    expect(timeout).toHaveBeenCalledWith(20_000);
    patience.abort();
    expect(await pending).toEqual({ ok: false, failure: { kind: 'offline' } });
    expect(alerts()).toEqual([]);
    timeout.mockRestore();
  });

  test('that does not match its schema shows the general message and keeps the session (SES-03)', async () => {
    fakeResponse = json(200, { deliveries: [] });
    await ask();
    expect(alerts()).toEqual(['Something went wrong']);
    expect(endSession).not.toHaveBeenCalled();
  });
});
