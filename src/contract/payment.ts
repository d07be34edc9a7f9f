import * as v from 'valibot';
import { PlaceSnapshot } from './place.ts';
import { requiredText } from './text.ts';

export const PaymentMethod = v.object({
  /** The payment provider's id (`pm_…`). */
  id: v.string(),
  brand: v.string(),
  last4: v.string(),
  expMonth: v.pipe(v.number(), v.integer()),
  expYear: v.pipe(v.number(), v.integer()),
  isDefault: v.boolean(),
});
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>;

export const PaymentMethodInput = v.object({
  paymentMethodId: requiredText(255, 'paymentMethodId is required'),
});

/**
 * One payment. `amount` and `amountRefunded` are in euros with at most two decimals. The receipt and invoice URLs are
 * absolute, or relative to the page's origin if our own server serves the document. `refund` says what became of a
 * refund that is owed: `due`, `pending` (on its way), `failed` (needs a person) or `done`. `dispute` is Stripe's
 * status of a dispute.
 */
export const Payment = v.object({
  id: v.union([v.number(), v.string()]),
  created: v.string(),
  status: v.pipe(v.number(), v.integer()),
  amount: v.number(),
  currency: v.nullish(v.string()),
  description: v.nullish(v.string()),
  amountRefunded: v.nullish(v.number()),
  refund: v.nullish(v.string()),
  dispute: v.nullish(v.string()),
  /** Why the last attempt failed, in the bank's words. */
  failureMessage: v.nullish(v.string()),
  deliveryId: v.nullish(v.pipe(v.number(), v.integer())),
  pickUpSnapshot: v.nullish(PlaceSnapshot),
  dropOffSnapshot: v.nullish(PlaceSnapshot),
  referenceNumber: v.nullish(v.string()),
  trackingNumber: v.nullish(v.string()),
  cardBrand: v.nullish(v.string()),
  cardLast4: v.nullish(v.string()),
  cardExpMonth: v.nullish(v.number()),
  cardExpYear: v.nullish(v.number()),
  cardholderName: v.nullish(v.string()),
  receiptUrl: v.nullish(v.string()),
  invoiceUrl: v.nullish(v.string()),
});
export type Payment = v.InferOutput<typeof Payment>;

export const DeliveryPayment = v.object({ payment: v.nullable(Payment) });
export type DeliveryPayment = v.InferOutput<typeof DeliveryPayment>;

export const PaymentSession = v.object({ sessionUrl: v.string() });
export type PaymentSession = v.InferOutput<typeof PaymentSession>;
