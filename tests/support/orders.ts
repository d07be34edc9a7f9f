import * as v from 'valibot';
import type { RequestBody } from '../../src/contract/endpoints.ts';
import { Order } from '../../src/contract/order.ts';
import { type ApiHarness, parcel } from './api-harness.ts';

/** Creates a delivery request that is paid, and returns its id. */
export async function createPaidRequest(
  harness: ApiHarness,
  token: string,
  changes: Partial<RequestBody<'createDeliveryRequest'>> = {},
): Promise<number> {
  const { id } = (await harness.call('createDeliveryRequest', { token, body: parcel(changes) })).body;
  await harness.pay(id);
  return id;
}

/** Changes of a delivery request to places of which tracking may show only the towns. */
export const PLACES_WITH_STREETS = {
  pickUpSnapshot: {
    name: '12 Leinster Road, Dublin',
    city: 'Rathmines',
    latitude: 53.3,
    longitude: -6.2,
  },
  dropOffSnapshot: { name: '9 Quinsborough Road, Bray' },
};

/** Accepts a paid delivery request as an operator, and returns its order. */
export async function acceptAsOperator(harness: ApiHarness, id: number): Promise<Order> {
  const { body } = await harness.ops('POST', `orderrequests/${id}/accept`);
  return v.parse(Order, body);
}
