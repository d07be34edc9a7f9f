import { describe, expect, test } from 'vitest';
import { EnvironmentError, readEnvironment } from '../../server/config/environment.ts';
import { isAllowedEndpoint, lookupPublicAddress } from '../../server/push/push-endpoint.ts';

describe('The address of a push service', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://8.8.8.8/abc',
  ])('%s is allowed (SEC-76)', (endpoint) => expect(isAllowedEndpoint(endpoint, false)).toBe(true));

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://user:secret@fcm.googleapis.com/abc',
    'https://localhost/abc',
    'https://intranet/abc',
    'https://127.0.0.1/abc',
    'https://127.1/abc',
    'https://2130706433/abc',
    'https://10.1.2.3/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1/abc',
    'https://100.64.0.1/abc',
    'https://0.0.0.0/abc',
    'https://[::1]/abc',
    'https://[::ffff:10.0.0.1]/abc',
    'https://[fd00::1]/abc',
    'https://[fe80::1]/abc',
    'ftp://push.example.net/abc',
    'push',
  ])('%s is refused (SEC-76)', (endpoint) => expect(isAllowedEndpoint(endpoint, false)).toBe(false));

  test('a name that leads to this machine is refused when it is resolved (SEC-76)', async () => {
    const resolved = await new Promise<[Error | null, unknown]>((resolve) => {
      lookupPublicAddress('localhost', { all: true }, (error, addresses) => resolve([error, addresses]));
    });
    expect(resolved[0]?.message).toBe('The push service has no public address');
    expect(resolved[1]).toBe('');
  });
});

describe('The settings of push messages', () => {
  test('allow push services on this machine only in development (SEC-76)', () => {
    expect(readEnvironment({ PUSH_LOCAL: '1' }).push.allowsLocal).toBe(true);
    const published = { PUSH_LOCAL: '1', PUBLIC_URL: 'https://send.example', SANDBOX: '1' };
    expect(() => readEnvironment(published)).toThrow(EnvironmentError);
    expect(() => readEnvironment(published)).toThrow(/PUSH_LOCAL=1 is for development/);
  });
});
