import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { userWaitSignal } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { errorMessage } from '../../contract/errors.ts';

// These texts are quoted literally from the specification.
export const CARD_ERROR_TITLE = 'Error creating payment method';
const PROVIDER_NOT_LOADED = 'Stripe has not loaded yet';
const NO_CARD_FIELDS = 'Card elements not found';
const GENERIC_CARD_ERROR = 'An unexpected error occurred. Please try again.';

export type BillingDetails = { name: string; email: string; phone: string | undefined };
/** A failure has no message if the person has cancelled. */
export type CardToken = { ok: true; paymentMethodId: string } | { ok: false; message: string | undefined };

type CardFields = { stripe: Stripe; elements: StripeElements };

/** Asks the provider to create a payment method from its card fields. A failure has a message to show. */
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

/** The message for a card that the server did not save: the provider's own if the provider refused the card. */
export function cardErrorMessage(failure: Failure): string | undefined {
  switch (failure.kind) {
    case 'aborted':
    case 'unauthorized':
      return undefined;
    case 'http':
      return errorMessage(failure.status, failure.body);
    case 'unexpectedResponse':
      return errorMessage(failure.status, undefined);
    case 'offline':
    case 'timeout':
    case 'invalidBody':
      return GENERIC_CARD_ERROR;
  }
}

function resolveOnAbort(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted'), { once: true }));
}
