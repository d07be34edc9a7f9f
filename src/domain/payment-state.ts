import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { isAwaitingPayment } from '../contract/rules.ts';
import { statusOf } from './delivery-list.ts';

/**
 * The payment state of a delivery. `none`: it was canceled, so nothing is due; the payment history shows whether it had
 * been paid. `processing`: a bank works on a delayed payment, which only the payment itself shows.
 */
export type PaymentState = 'due' | 'processing' | 'paid' | 'none';

export type DeliveryWithPayment = DeliveryRequest & { isPaymentProcessing?: boolean };

export function paymentStateOf(delivery: DeliveryWithPayment): PaymentState {
  if (isAwaitingPayment(delivery)) return delivery.isPaymentProcessing ? 'processing' : 'due';
  return statusOf(delivery) === 'canceled' ? 'none' : 'paid';
}
