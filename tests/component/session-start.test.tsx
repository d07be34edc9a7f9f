import { waitFor } from '@testing-library/react';
import { createStore, set } from 'idb-keyval';
import { expect, test } from 'vitest';
import { DEFAULT_FIELDS, EMPTY_GUEST_DETAILS } from '../../src/domain/draft-defaults.ts';
import { draftsOf, useDrafts } from '../../src/stores/drafts.ts';
import { savePendingWrites } from '../../src/stores/pending-writes.ts';
import { hydrateStores } from '../../src/stores/reset.ts';
import { useUser } from '../../src/stores/user.ts';
import { expireSession, startSession } from '../../src/use-cases/session/session.ts';
import { AOIFE } from '../support/account-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';

const aDraft = (id: string, owner: string | undefined, updatedAt: number) => ({
  id,
  owner,
  fields: { ...DEFAULT_FIELDS, instructions: `typed in ${id}` },
  step: 'summery',
  guest: EMPTY_GUEST_DETAILS,
  updatedAt,
});

test('drafts return also if the session is rejected before they have been read from the device (SES-05)', async () => {
  fakeApi({ listAddresses: () => ({ body: [] }) });
  const stored = [
    aDraft('older-draft', AOIFE.email, 1000),
    aDraft('draft-of-brian', 'brian@example.ie', 1001),
  ];
  const state = { drafts: stored, currentId: 'older-draft', removed: {}, clearedAt: 0 };
  await set('drafts', { state, version: 1 }, createStore('send-stores', 'slices'));
  // The last page was closed before it had written this one.
  const pending = {
    ...state,
    drafts: [aDraft('pending-draft', AOIFE.email, 1002)],
    currentId: 'pending-draft',
  };
  savePendingWrites('drafts', { state: pending, version: 1 });

  useUser.setState({ user: AOIFE });
  const hydration = hydrateStores();
  await expireSession();
  await hydration;
  expect(draftsOf(useDrafts.getState().drafts, undefined)).toEqual([]);
  startSession(AOIFE);
  await waitFor(() =>
    expect(
      draftsOf(useDrafts.getState().drafts, AOIFE.email)
        .map(({ fields }) => fields.instructions)
        .sort(),
    ).toEqual(['typed in older-draft', 'typed in pending-draft']),
  );
  expect(useDrafts.getState().currentId).toBe('pending-draft');
});
