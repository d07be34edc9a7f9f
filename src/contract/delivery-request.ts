import * as v from 'valibot';
import { DIMENSION_MAX, NAME_MAX_LENGTH, NOTE_MAX_LENGTH, TEXT_MAX_LENGTH, WEIGHT_MAX } from './constants.ts';
import { Order } from './order.ts';
import { MoneyMovement } from './payment.ts';
import { PlaceSnapshot, ROUTE_ENDS } from './place.ts';
import { cleanedText, OptionalEmail, requiredText, text } from './text.ts';

const positive = (max: number, label: string) =>
  v.pipe(
    v.number(`${label} must be a number`),
    v.finite(`${label} must be a number`),
    v.gtValue(0, `${label} must be more than 0`),
    v.maxValue(max, `${label} must be at most ${max}`),
  );

const placePart = v.nullish(cleanedText(TEXT_MAX_LENGTH));
const namedPlace = (message: string) =>
  v.object({
    ...PlaceSnapshot.entries,
    name: requiredText(TEXT_MAX_LENGTH, message),
    city: placePart,
    postalCode: placePart,
    country: placePart,
  });

/**
 * A customer's delivery request, as create, edit and estimate receive it. Weight is in kg, sides are in m, volume
 * is in m³. It has no price, because only the server sets prices.
 */
export const DeliveryRequestInput = v.object({
  pickUpSnapshot: namedPlace('Pickup location is required'),
  dropOffSnapshot: namedPlace('Drop-off location is required'),
  weight: v.pipe(positive(WEIGHT_MAX, 'Weight'), v.integer('Weight must be a whole number of kilograms')),
  // The volume may be 0, because other clients may round that of the smallest parcels to 0.00 m³.
  volume: v.pipe(
    v.number('Volume must be a number'),
    v.finite('Volume must be a number'),
    v.minValue(0, 'Volume must not be less than 0'),
    v.maxValue(DIMENSION_MAX ** 3, `Volume must be at most ${DIMENSION_MAX ** 3}`),
  ),
  width: positive(DIMENSION_MAX, 'Width'),
  length: positive(DIMENSION_MAX, 'Length'),
  height: positive(DIMENSION_MAX, 'Height'),
  deliveryNote: v.optional(text(NOTE_MAX_LENGTH), ''),
  deliveryType: v.picklist([0, 1, 2], 'Delivery type is required'),
  isPriority: v.optional(v.boolean(), false),
  isFragile: v.optional(v.boolean(), false),
});
export type DeliveryRequestInput = v.InferOutput<typeof DeliveryRequestInput>;

const reference = v.nullish(v.string());

export const DeliveryRequest = v.object({
  id: v.pipe(v.number(), v.integer()),
  /** How customers, receipts and support name the delivery, from the submit on. Its order has the same. */
  referenceNumber: reference,
  created: v.string(),
  lastModified: v.nullish(v.string()),
  pickUpSnapshot: PlaceSnapshot,
  dropOffSnapshot: PlaceSnapshot,
  weight: v.number(),
  volume: v.number(),
  width: v.number(),
  length: v.number(),
  height: v.number(),
  deliveryNote: v.nullish(v.string()),
  deliveryType: v.pipe(v.number(), v.integer()),
  isPriority: v.boolean(),
  isFragile: v.boolean(),
  status: v.pipe(v.number(), v.integer()),
  /** Euros with at most two decimals. */
  estimatedPrice: v.nullish(v.number()),
  currency: v.nullish(v.string()),
  /**
   * The places that are neither picked nor certain. Until the customer picks them (Edit Details) or an operator
   * confirms them, the price contains an assumed distance and cannot be paid.
   */
  unclearPlaces: v.nullish(v.array(v.picklist(ROUTE_ENDS))),
  /** The price while a place was unclear, if it was another one: the app states both before payment. */
  assumedPrice: v.nullish(v.number()),
  /** Whether a bank works on a delayed payment, such as a debit. Until it ends, nothing is to be paid. */
  isPaymentProcessing: v.nullish(v.boolean()),
  /** Whether all that was paid for it was refunded, also in another way, and no refund is on its way any more. */
  isPaymentRefunded: v.nullish(v.boolean()),
  order: v.nullish(Order),
});
export type DeliveryRequest = v.InferOutput<typeof DeliveryRequest>;

/** The response to a create: the request, and the checkout URL (http or https) if payment is due now. */
export const CreatedDeliveryRequest = v.object({
  ...DeliveryRequest.entries,
  checkoutUrl: v.nullish(v.string()),
});
export type CreatedDeliveryRequest = v.InferOutput<typeof CreatedDeliveryRequest>;

/** What a guest sends to the automation hook. The hook has no fields for the parcel, so `note` describes it. */
export const GuestRequestInput = v.object({
  firstName: requiredText(NAME_MAX_LENGTH, 'First name is required'),
  lastName: cleanedText(NAME_MAX_LENGTH),
  phone: v.optional(cleanedText(NAME_MAX_LENGTH), ''),
  /** The tracking number is emailed to it. */
  email: v.optional(OptionalEmail, ''),
  pickup: requiredText(TEXT_MAX_LENGTH, 'Pickup location is required'),
  dropoff: requiredText(TEXT_MAX_LENGTH, 'Drop-off location is required'),
  note: v.optional(text(NOTE_MAX_LENGTH + 1000), ''),
});
export type GuestRequestInput = v.InferOutput<typeof GuestRequestInput>;

const guestRequest = { id: v.union([v.number(), v.string()]), referenceNumber: reference };

export const GuestReceipt = v.object(guestRequest);
export type GuestReceipt = v.InferOutput<typeof GuestReceipt>;

/**
 * What a guest pays, in euros with at most two decimals. `key` is the unguessable part of the address of the payment
 * page. `paidOtherwise` means that the money arrived without this page; `closed`, that nothing is to be paid any more.
 */
const guestPayment = {
  key: v.string(),
  amount: v.number(),
  currency: v.string(),
  status: v.picklist(['due', 'processing', 'paid', 'paidOtherwise', 'refunded', 'closed']),
};

/**
 * How far a guest's request has come. Its payment exists once it is accepted, its tracking number once it is paid. A
 * request is closed if its delivery was canceled.
 */
export const GuestRequestState = v.object({
  ...guestRequest,
  status: v.pipe(v.number(), v.integer()),
  trackingNumber: v.nullish(v.string()),
  payment: v.nullish(v.object(guestPayment)),
});
export type GuestRequestState = v.InferOutput<typeof GuestRequestState>;

/** The payment page of a guest's request. */
export const GuestPayment = v.object({
  ...guestPayment,
  ...guestRequest,
  description: v.string(),
  trackingNumber: v.nullish(v.string()),
  /** Why the last attempt failed, in the bank's words. */
  failureMessage: v.nullish(v.string()),
  /** Everything that the guest has paid for this request and got back, oldest first. */
  history: v.nullish(v.array(MoneyMovement)),
});
export type GuestPayment = v.InferOutput<typeof GuestPayment>;
