import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { REQUEST_STATUS } from '../contract/status.ts';
import { statusOf } from './delivery-list.ts';

/**
 * Where the payment of a delivery stands, as far as the delivery itself says.
 * `none`: cancelled, so nothing is to be paid; whether it had been paid is in the payment history.
 */
export type PaymentState = 'due' | 'paid' | 'none';

export function paymentStateOf(delivery: DeliveryRequest): PaymentState {
  if (delivery.status === REQUEST_STATUS.waitingPayment) return 'due';
  return statusOf(delivery) === 'canceled' ? 'none' : 'paid';
}
