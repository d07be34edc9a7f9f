import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { CreatedDeliveryRequest, type DeliveryRequestInput } from '../../../src/contract/delivery-request.ts';
import { SignedInUser } from '../../../src/contract/user.ts';

export type Customer = {
  user: SignedInUser;
  password: string;
  /** A delivery request made behind the scenes, waiting for its payment. */
  request(overrides?: Partial<DeliveryRequestInput>): Promise<CreatedDeliveryRequest>;
};

const PARCEL: DeliveryRequestInput = {
  pickUpSnapshot: {
    name: '12 Leinster Road, Dublin 6',
    city: 'Dublin',
    latitude: 53.3275,
    longitude: -6.2663,
  },
  dropOffSnapshot: { name: '3 Abbey Street, Howth', city: 'Howth', latitude: 53.3889, longitude: -6.0653 },
  weight: 30,
  volume: 1.2,
  width: 1.2,
  length: 1,
  height: 1,
  deliveryNote: 'Ring the lower bell.',
  deliveryType: 0,
  isPriority: false,
  isFragile: false,
};

export async function registerCustomer(origin: string): Promise<Customer> {
  const password = 'correct horse';
  const answer = await post(origin, 'users/create/send', {
    name: 'Aoife Brennan',
    phoneNumber: '+353 87 123 4567',
    email: `aoife.${randomUUID()}@example.ie`,
    password,
  });
  const user = v.parse(SignedInUser, answer);
  return {
    user,
    password,
    request: async (overrides) =>
      v.parse(
        CreatedDeliveryRequest,
        await post(origin, 'orderrequests', { ...PARCEL, ...overrides }, user.jwtToken),
      ),
  };
}

/** Puts the session where the app keeps it, before the app starts. */
export async function signInOn(page: Page, origin: string, customer: Customer): Promise<void> {
  const localStorage = [{ name: 'user', value: JSON.stringify(customer.user) }];
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
}

async function post(origin: string, path: string, body: object, token?: string): Promise<unknown> {
  const answer = await fetch(`${origin}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  expect(answer.ok, `POST ${path}: ${answer.status} ${await answer.clone().text()}`).toBe(true);
  return answer.json();
}
