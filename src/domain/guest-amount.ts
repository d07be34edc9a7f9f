import type { GuestPayment } from '../contract/delivery-request.ts';

/** Names the amount of a guest's payment. It claims only what the server has confirmed. */
export const AMOUNT_LABELS: Record<GuestPayment['status'], string> = {
  due: 'Amount due',
  processing: 'Amount',
  paid: 'Paid',
  paidOtherwise: 'Price',
  refunded: 'Refunded',
  closed: 'Price',
};
