import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { Address } from '../../../src/contract/address.ts';
import {
  CreatedDeliveryRequest,
  DeliveryRequest,
  type DeliveryRequestInput,
} from '../../../src/contract/delivery-request.ts';
import { PaymentSession } from '../../../src/contract/payment.ts';
import { REQUEST_STATUS } from '../../../src/contract/status.ts';
import { LoggedInUser } from '../../../src/contract/user.ts';
import { CARDS } from './checkout.ts';

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

/** A customer with an account. The methods call the API directly, without the app. */
export class Customer {
  /** The body of a new request. */
  readonly parcel = PARCEL;
  user: LoggedInUser;
  readonly password: string;
  private readonly origin: string;

  constructor(origin: string, user: LoggedInUser, password: string) {
    this.origin = origin;
    this.user = user;
    this.password = password;
  }

  /** A delivery request that waits for its payment. */
  async createDeliveryRequest(
    overrides: Partial<DeliveryRequestInput> = {},
  ): Promise<CreatedDeliveryRequest> {
    return v.parse(
      CreatedDeliveryRequest,
      await this.call('POST', 'orderrequests', { ...PARCEL, ...overrides }),
    );
  }

  /** An address in the address book, the default at both ends. */
  async saveAddress(): Promise<void> {
    await this.call('POST', 'addresses/send', {
      name: 'Home',
      country: 'Ireland',
      city: 'Dublin',
      street: '12 Leinster Road',
      postalCode: 'D06 X2P4',
    });
  }

  async deliveries(): Promise<DeliveryRequest[]> {
    return v.parse(v.array(DeliveryRequest), await this.call('GET', 'orderrequests'));
  }

  async addresses(): Promise<Address[]> {
    return v.parse(v.array(Address), await this.call('GET', 'addresses/send'));
  }

  /** Changes the password on another device, which ends every session, and returns the new password. */
  async changePassword(): Promise<string> {
    const newPassword = 'battery staple';
    await this.call('POST', 'users/changepassword', { oldPassword: this.password, newPassword });
    return newPassword;
  }

  /** Starts another session, which all later calls use. */
  async logIn(password = this.password): Promise<void> {
    const { email } = this.user;
    const response = await callApi(this.origin, 'POST', 'users/login', { email, password });
    this.user = v.parse(LoggedInUser, response);
  }

  /** Pays on the hosted checkout and waits until the webhook has reached the server. */
  async pay(id: number): Promise<void> {
    const session = v.parse(PaymentSession, await this.call('POST', `payments/order-request/${id}`));
    const card = {
      number: CARDS.good,
      expiry: '12 / 34',
      cvc: '123',
      name: this.user.name,
      email: this.user.email,
    };
    const paid = await fetch(session.sessionUrl, {
      method: 'POST',
      body: new URLSearchParams(card),
      redirect: 'manual',
    });
    expect(paid.status, 'the checkout sends back to the shop').toBe(303);
    const status = async () => v.parse(DeliveryRequest, await this.call('GET', `orderrequests/${id}`)).status;
    await expect.poll(status).toBe(REQUEST_STATUS.submitted);
  }

  private call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    return callApi(this.origin, method, path, body, this.user.jwtToken);
  }
}

export async function registerCustomer(origin: string): Promise<Customer> {
  const password = 'correct horse';
  const response = await callApi(origin, 'POST', 'users/create/send', {
    name: 'Aoife Brennan',
    phoneNumber: '+353 87 123 4567',
    email: `aoife.${randomUUID()}@example.ie`,
    password,
  });
  return new Customer(origin, v.parse(LoggedInUser, response), password);
}

/** Stores the session for the app before it starts. */
export async function storeSession(page: Page, origin: string, customer: Customer): Promise<void> {
  const localStorage = [{ name: 'user', value: JSON.stringify(customer.user) }];
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
}

async function callApi(
  origin: string,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<unknown> {
  const response = await fetch(`${origin}/api/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`).toBe(true);
  return response.json();
}
