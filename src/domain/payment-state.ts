import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { isAwaitingPayment } from '../contract/rules.ts';
import { statusOf } from './delivery-list.ts';

/**
 * The payment state of a delivery. `none`: it was canceled, so nothing is due; the payment history shows whether it had
 * been paid. `processing`: a bank works on a delayed payment.
 */
export type PaymentState = 'due' | 'processing' | 'paid' | 'refunded' | 'none';

export const PAYMENT_IS_PROCESSING = 'Your payment is being processed';

export function paymentStateOf(delivery: DeliveryRequest): PaymentState {
  if (isAwaitingPayment(delivery)) return delivery.isPaymentProcessing ? 'processing' : 'due';
  if (statusOf(delivery) === 'canceled') return 'none';
  return delivery.isPaymentRefunded ? 'refunded' : 'paid';
}
