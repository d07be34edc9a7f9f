import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useDrafts } from '../../src/stores/drafts.ts';
import { expireSession, startSession } from '../../src/use-cases/session/session.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { button, cacheDeliveries, openDetails, resetDevice } from './deliveries-harness.tsx';

const DELIVERY = aDelivery({ id: 7, status: 0 });
const NOTE = 'Ring twice, then leave it with Number 14';

beforeEach(async () => {
  resetDevice();
  await useDrafts.persist.rehydrate();
  resetAs(AOIFE);
  fakeApi({
    listAddresses: () => ({ body: [anAddress()] }),
    getDeliveryRequest: () => ({ body: DELIVERY }),
    listDeliveryRequests: () => ({ body: [DELIVERY] }),
  });
});

test('an edited delivery is open with the typed values after a new login (ACC-30)', async () => {
  cacheDeliveries([DELIVERY]);
  const { user } = await openDetails(7);
  await user.click(button('Edit Details'));
  const field = () => screen.findByLabelText<HTMLInputElement>(/Special Instructions/);
  const note = await field();
  await user.clear(note);
  await user.type(note, NOTE);
  await act(() => expireSession());
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  await act(async () => startSession(AOIFE));
  expect((await field()).value).toBe(NOTE);
  expect(button('Save Changes')).toBeVisible();
  await user.click(button('Cancel'));
  await user.click(button('Edit Details'));
  expect((await field()).value).toBe(DELIVERY.deliveryNote);
});
