import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { userWaitSignal } from '../../api/client.ts';
import { GENERIC_CARD_ERROR, NO_CARD_FIELDS, PROVIDER_NOT_LOADED } from './card-errors.ts';

export type BillingDetails = { name: string; email: string; phone: string | undefined };
/** Without a message the person has given it up. */
export type CardToken = { ok: true; paymentMethodId: string } | { ok: false; message: string | undefined };

type CardFields = { stripe: Stripe; elements: StripeElements };

/** Has the provider turn what stands in its fields into a payment method; failures come back in words. */
export async function tokenizeCard(
  fields: CardFields | undefined,
  details: BillingDetails,
): Promise<CardToken> {
  if (fields === undefined) return { ok: false, message: PROVIDER_NOT_LOADED };
  try {
    const card = fields.elements.getElement('cardNumber');
    if (card === null) return { ok: false, message: NO_CARD_FIELDS };
    const { name, email, phone } = details;
    const creating = fields.stripe.createPaymentMethod({
      type: 'card',
      card,
      billing_details: { name, email, ...(phone ? { phone } : {}) },
    });
    const result = await Promise.race([creating, resolveOnAbort(userWaitSignal())]);
    if (result === 'aborted') return { ok: false, message: undefined };
    const { paymentMethod, error } = result;
    if (error) return { ok: false, message: error.message ?? GENERIC_CARD_ERROR };
    return { ok: true, paymentMethodId: paymentMethod.id };
  } catch (error) {
    console.warn('The card provider failed', error);
    return { ok: false, message: GENERIC_CARD_ERROR };
  }
}

function resolveOnAbort(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted'), { once: true }));
}
