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

/** The browser confirms the intent with the provider's client, which also shows the page of the bank. */
export const SetupIntent = v.object({ clientSecret: v.string() });

/** The card to charge, and the amount that the customer saw, in euros with at most two decimals. */
export const SavedCardPaymentInput = v.object({
  paymentMethodId: requiredText(255, 'paymentMethodId is required'),
  amount: v.pipe(v.number('amount must be a number'), v.finite('amount must be a number'), v.gtValue(0)),
  currency: requiredText(3, 'currency is required'),
});

/**
 * The result of charging a saved card. With `requiresAction` the bank asks the customer to authenticate: the browser
 * passes `clientSecret` to the provider's client. A delayed payment is `processing`. `checking` means that it is not known
 * yet whether the card was charged: the same call, repeated, says so and charges the card only once.
 */
export const SavedCardPayment = v.object({
  status: v.picklist(['paid', 'processing', 'requiresAction', 'checking']),
  clientSecret: v.nullish(v.string()),
});
export type SavedCardPayment = v.InferOutput<typeof SavedCardPayment>;

/**
 * Money that a customer has paid or gets back, in euros. `state` says what became of a refund: `due`, `pending` (on its
 * way), `failed` (an operator must act), `done`, or `settled` (made in another way). The document is the receipt or the
 * credit note, if there is one.
 */
export const MoneyMovement = v.object({
  kind: v.picklist(['payment', 'refund']),
  created: v.string(),
  amount: v.number(),
  currency: v.string(),
  state: v.nullish(v.string()),
  documentUrl: v.nullish(v.string()),
});
export type MoneyMovement = v.InferOutput<typeof MoneyMovement>;

/**
 * One payment. `amount` and `amountRefunded` are in euros with at most two decimals. The receipt and invoice URLs are
 * absolute, or relative to the page's origin if our own server serves the document. `refund` says what became of a
 * refund, in the same words as the state of a movement. `amountRefunded` is the sum of the refunds that the provider has booked. `dispute` is Stripe's status of a dispute.
 */
export const Payment = v.object({
  id: v.union([v.number(), v.string()]),
  /** When it was paid; for an attempt without money, when it began. */
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
  /** The number of our own receipt. Only a paid payment has one. */
  receiptNumber: v.nullish(v.number()),
  /** The VAT that `amount` includes, in percent and in euros. */
  vatPercent: v.nullish(v.number()),
  vatAmount: v.nullish(v.number()),
  /** The payment and its refunds, oldest first. */
  history: v.nullish(v.array(MoneyMovement)),
});
export type Payment = v.InferOutput<typeof Payment>;

export const DeliveryPayment = v.object({ payment: v.nullable(Payment) });

export const PaymentSession = v.object({ sessionUrl: v.string() });
export type PaymentSession = v.InferOutput<typeof PaymentSession>;
