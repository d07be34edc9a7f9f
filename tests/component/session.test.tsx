import 'fake-indexeddb/auto';
import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connectClient } from '../../src/api/client.ts';
import { signIn, signOut } from '../../src/flows/session.ts';
import { useAddresses } from '../../src/stores/addresses.ts';
import { resetStores } from '../../src/stores/reset.ts';
import { useUser } from '../../src/stores/user.ts';
import { AOIFE, anAddress } from '../support/account.ts';
import { fakeApi } from '../support/fake-api.ts';

// What waits to be sent has tests of its own.
vi.mock('../../src/flows/outbox.ts', () => ({
  requeueFor: async () => undefined,
  discardUnsentOf: async () => undefined,
  forgetAnswersOf: async () => undefined,
}));

beforeEach(() => {
  resetStores();
  localStorage.clear();
  connectClient({
    bases: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
    session: () => ({ token: AOIFE.jwtToken, account: AOIFE.email }),
  });
});

describe('Whoever signs in', () => {
  test('is kept under "user" in local storage, and their addresses are loaded (AUT-07)', async () => {
    const api = fakeApi({ listAddresses: () => ({ body: [anAddress()] }) });
    signIn(AOIFE);
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(AOIFE);
    await waitFor(() => expect(useAddresses.getState().list).toHaveLength(1));
    expect(api.callsOf('listAddresses')).toHaveLength(1);
  });

  test('leaves an empty local storage and empty slices when they log out (SES-02)', async () => {
    fakeApi({ listAddresses: () => ({ body: [anAddress()] }) });
    signIn(AOIFE);
    await waitFor(() => expect(useAddresses.getState().list).toHaveLength(1));
    localStorage.setItem('anything-else', 'x');
    sessionStorage.setItem('anything-else', 'x');
    await signOut({ keepUnsent: false });
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    expect(useUser.getState().user).toBeNull();
    expect(useAddresses.getState()).toMatchObject({ list: [], owner: undefined, isLoaded: false });
  });
});
