import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Failure } from '../../src/api/client.ts';
import { handleFailure } from '../../src/app/failure-policy.ts';
import { useAlerts } from '../../src/stores/alerts.ts';
import { useDialogs } from '../../src/stores/dialogs.ts';
import { useUser } from '../../src/stores/user.ts';
import { expireSession } from '../../src/use-cases/session/session.ts';

vi.mock('../../src/use-cases/session/session.ts', () => ({ expireSession: vi.fn(async () => undefined) }));

const aoife = { name: 'Aoife Brennan', email: 'aoife@example.ie', phoneNumber: null, jwtToken: 'a.b.c' };
const titles = () => useAlerts.getState().list.map(({ type, title }) => `${type}: ${title}`);
const fail = (failure: Failure, isQuiet = false) => handleFailure(failure, 'listDeliveryRequests', isQuiet);

function refusal(status: number, body: unknown): Failure {
  return { kind: 'http', status, body, problem: undefined, retryAfterMs: undefined };
}

beforeEach(() => {
  useAlerts.getState().reset();
  useDialogs.getState().reset();
  useUser.setState({ user: aoife });
  vi.mocked(expireSession).mockClear();
});

describe('A rejected call', () => {
  test.each([
    [400, { title: 'VERIFICATION_CODE_EXPIRED' }, 'The verification code has expired'],
    [500, { title: 'ADDRESS_NOT_FOUND' }, 'The Address does not exit'],
    [404, { title: 'SOMETHING_ELSE' }, 'Resource not found'],
    [503, { title: 'SOMETHING_ELSE' }, 'Something went wrong with the server'],
    [500, 'a sentence', 'Something went wrong'],
    [400, {}, 'Something went wrong'],
  ])('with %i and %j shows its message and keeps the session', (status, body, sentence) => {
    fail(refusal(status, body));
    expect(titles()).toEqual([`error: ${sentence}`]);
    expect(expireSession).not.toHaveBeenCalled();
  });

  test('shows one message for the same cause in several calls', () => {
    fail(refusal(500, {}));
    fail(refusal(500, {}));
    expect(titles()).toHaveLength(1);
  });
});

describe('The session ends', () => {
  test.each<[string, Failure, string]>([
    ['a 401', { kind: 'unauthorized', body: { title: 'UNAUTHORIZED' } }, 'User Unauthorized'],
    ['a 401 without a known code', { kind: 'unauthorized', body: {} }, 'Something went wrong'],
    ['a 408', { kind: 'timeout', body: {} }, 'Something went wrong'],
    ['a response that is not an object', { kind: 'invalidBody', isNotObject: true }, 'Something went wrong'],
  ])('after %s, with a message and the login dialog (SES-05)', (_what, failure, sentence) => {
    fail(failure);
    expect(expireSession).toHaveBeenCalledOnce();
    expect(titles()).toEqual([`error: ${sentence}`]);
    expect(useAlerts.getState().list[0]?.message).toBe('Your session has expired. Log in again');
    expect(useDialogs.getState().authMode).toBe('login');
  });

  test('after a 401 to a background call, with an alert and without a dialog (SES-05, ERR-05)', () => {
    fail({ kind: 'unauthorized', body: { title: 'UNAUTHORIZED' } }, true);
    expect(expireSession).toHaveBeenCalledOnce();
    expect(titles()).toEqual(['error: Your session has expired. Log in again']);
    expect(useDialogs.getState().authMode).toBeNull();
  });

  test('before its alert is shown (SES-02)', () => {
    vi.mocked(expireSession).mockImplementationOnce(async () => useAlerts.getState().reset());
    useAlerts.getState().show({ type: 'success', title: 'Profile updated' });
    fail({ kind: 'unauthorized', body: { title: 'UNAUTHORIZED' } });
    expect(titles()).toEqual(['error: User Unauthorized']);
  });
});

describe('The session continues', () => {
  test.each<[string, Failure, boolean]>([
    ['offline', { kind: 'offline' }, false],
    ['with a call that the page aborted', { kind: 'aborted' }, false],
    ['with a 408 of a background call', { kind: 'timeout', body: {} }, true],
    ['with a call that was never sent', { kind: 'unauthorized', body: undefined }, true],
  ])('%s, without an alert', (_what, failure, isQuiet) => {
    fail(failure, isQuiet);
    expect(expireSession).not.toHaveBeenCalled();
    expect(titles()).toEqual([]);
  });

  test('with a message when an object does not match its schema', () => {
    fail({ kind: 'invalidBody', isNotObject: false });
    expect(expireSession).not.toHaveBeenCalled();
    expect(titles()).toEqual(['error: Something went wrong']);
  });

  test('for a guest, who keeps the draft whatever the server responds', () => {
    useUser.setState({ user: null });
    fail({ kind: 'unauthorized', body: { title: 'UNAUTHORIZED' } });
    expect(expireSession).not.toHaveBeenCalled();
  });
});
