import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Address, AddressInput } from '../../../src/contract/address.ts';
import type {
  CreatedDeliveryRequest,
  DeliveryRequest,
  DeliveryRequestInput,
} from '../../../src/contract/delivery-request.ts';
import type { EndpointName, ResponseBody } from '../../../src/contract/endpoints.ts';
import { REQUEST_STATUS } from '../../../src/contract/status.ts';
import type { LoggedInUser } from '../../../src/contract/user.ts';
import { type Api, apiAt, type CallOptions, callEndpoint } from '../../support/call-endpoint.ts';
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
  private readonly api: Api;

  constructor(api: Api, user: LoggedInUser, password: string) {
    this.api = api;
    this.user = user;
    this.password = password;
  }

  /** A delivery request that waits for its payment. */
  async createDeliveryRequest(
    overrides: Partial<DeliveryRequestInput> = {},
  ): Promise<CreatedDeliveryRequest> {
    return this.call('createDeliveryRequest', { body: { ...PARCEL, ...overrides } });
  }

  /** An address in the address book, the default at both ends. */
  async saveAddress(overrides: Partial<AddressInput> = {}): Promise<void> {
    await this.call('createAddress', {
      body: {
        name: 'Home',
        country: 'Ireland',
        city: 'Dublin',
        street: '12 Leinster Road',
        postalCode: 'D06 X2P4',
        ...overrides,
      },
    });
  }

  async deliveries(): Promise<DeliveryRequest[]> {
    return this.call('listDeliveryRequests');
  }

  async addresses(): Promise<Address[]> {
    return this.call('listAddresses');
  }

  /** Changes the password on another device, which ends every session, and returns the new password. */
  async changePassword(): Promise<string> {
    const newPassword = 'battery staple';
    await this.call('changePassword', { body: { oldPassword: this.password, newPassword } });
    return newPassword;
  }

  /** Starts another session, which all later calls use. */
  async logIn(password = this.password): Promise<void> {
    const { email } = this.user;
    this.user = await callEndpoint(this.api, 'login', { body: { email, password } });
  }

  /** Pays on the hosted checkout and waits until the webhook has reached the server. */
  async pay(id: number): Promise<void> {
    const session = await this.call('createPaymentSession', { params: { id } });
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
    const status = async () => (await this.call('getDeliveryRequest', { params: { id } })).status;
    await expect.poll(status).toBe(REQUEST_STATUS.submitted);
  }

  call<V extends EndpointName>(name: V, options: CallOptions<V> = {}): Promise<ResponseBody<V>> {
    return callEndpoint(this.api, name, { token: this.user.jwtToken, key: randomUUID(), ...options });
  }
}

export async function registerCustomer(origin: string): Promise<Customer> {
  const password = 'correct horse';
  const api = apiAt(origin);
  const user = await callEndpoint(api, 'registerUser', {
    body: {
      name: 'Aoife Brennan',
      phoneNumber: '+353 87 123 4567',
      email: `aoife.${randomUUID()}@example.ie`,
      password,
    },
  });
  return new Customer(api, user, password);
}

/**
 * Stores the session before the app starts in the page for the first time. Playwright's storage state would open another
 * page for it.
 */
export async function storeSession(page: Page, origin: string, customer: Customer): Promise<void> {
  const store = ([site, session]: readonly [string, string]) => {
    if (location.origin === site) localStorage.setItem('user', session);
  };
  const script = await page.addInitScript(store, [origin, JSON.stringify(customer.user)] as const);
  page.once('domcontentloaded', () => void script.dispose().catch(() => undefined));
}
