import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { isAwaitingPayment } from '../contract/rules.ts';
import { statusOf } from './delivery-list.ts';

/**
 * The payment state of a delivery, derived from the delivery alone. `none`: it was canceled, so nothing is due;
 * the payment history shows whether it had been paid.
 */
export type PaymentState = 'due' | 'paid' | 'none';

export function paymentStateOf(delivery: DeliveryRequest): PaymentState {
  if (isAwaitingPayment(delivery)) return 'due';
  return statusOf(delivery) === 'canceled' ? 'none' : 'paid';
}
