import * as v from 'valibot';
import type { DeliveryRequestInput } from '../../../src/contract/delivery-request.ts';
import { Order } from '../../../src/contract/order.ts';
import { EVENT_TYPE } from '../../../src/contract/status.ts';
import { apiAt, callOperator } from '../../support/call-endpoint.ts';
import type { SendServer } from '../../support/send-server.ts';
import type { Customer } from './customer.ts';

const GuestRequests = v.array(v.object({ id: v.number(), firstName: v.string(), lastName: v.string() }));

/** The actions of an operator, through the operator API. */
export class Operator {
  private readonly server: SendServer;
  constructor(server: SendServer) {
    this.server = server;
  }

  /** Creates a delivery request of a customer that is paid and accepted. */
  async createOrder(
    customer: Customer,
    overrides: Partial<DeliveryRequestInput> = {},
  ): Promise<{ id: number; guid: string }> {
    const { id } = await customer.createDeliveryRequest(overrides);
    await customer.pay(id);
    const { guid } = await this.acceptRequest(id);
    return { id, guid };
  }

  async acceptRequest(id: number): Promise<Order> {
    return v.parse(Order, await this.call('POST', `orderrequests/${id}/accept`));
  }

  /** Accepts the newest request of a guest with this last name, who then pays, and returns its payment page. */
  async acceptGuest(lastName: string): Promise<string> {
    const requests = v.parse(GuestRequests, await this.call('GET', 'guest-requests?order=newest&limit=500'));
    const found = requests.find((request) => request.lastName === lastName);
    if (found === undefined) throw new Error(`There is no request of ${lastName}`);
    const accepted = await this.call('POST', `guest-requests/${found.id}/accept`);
    return v.parse(v.object({ paymentUrl: v.string() }), accepted).paymentUrl;
  }

  /** How many requests of guests with this last name there are. */
  async guestRequests(lastName: string): Promise<number> {
    const requests = v.parse(GuestRequests, await this.call('GET', 'guest-requests?order=newest&limit=500'));
    return requests.filter((request) => request.lastName === lastName).length;
  }

  async report(guid: string, event: keyof typeof EVENT_TYPE): Promise<Order> {
    return v.parse(Order, await this.call('POST', `orders/${guid}/events`, { type: EVENT_TYPE[event] }));
  }

  private call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    return callOperator(apiAt(this.server.url), this.server.opsToken, method, path, body);
  }
}
