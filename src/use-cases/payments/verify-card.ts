import type { CreatePaymentMethodCardData, Stripe, StripeElements } from '@stripe/stripe-js';
import { call, type Failure, userWaitSignal } from '../../api/client.ts';
import { errorMessage } from '../../contract/errors.ts';
import { isNotFound } from '../refresh-record.ts';

// These texts are quoted literally from the specification.
export const CARD_ERROR_TITLE = 'Error creating payment method';
const PROVIDER_NOT_LOADED = 'Stripe has not loaded yet';
const NO_CARD_FIELDS = 'Card elements not found';
const GENERIC_CARD_ERROR = 'An unexpected error occurred. Please try again.';

export type BillingDetails = {
  name: string;
  email: string;
  phone: string | undefined;
  /** The two-letter code. */
  country: string;
};
/** A failure has no message if the user has canceled. */
export type CardToken = { ok: true; paymentMethodId: string } | { ok: false; message: string | undefined };

type CardFields = { stripe: Stripe; elements: StripeElements };

/**
 * Lets the provider verify the card in its fields. The bank may ask the user to authenticate. A failure has a message
 * to show.
 */
export async function verifyCard(
  fields: CardFields | undefined,
  details: BillingDetails,
): Promise<CardToken> {
  if (fields === undefined) return { ok: false, message: PROVIDER_NOT_LOADED };
  try {
    const card = fields.elements.getElement('cardNumber');
    if (card === null) return { ok: false, message: NO_CARD_FIELDS };
    // The call is quiet, because an API without it saves cards all the same.
    const setup = await call('createSetupIntent', { isQuiet: true });
    if (!setup.ok && !isNotFound(setup.failure))
      return { ok: false, message: cardErrorMessage(setup.failure) };
    const { name, email, phone, country } = details;
    const newCard = {
      card,
      billing_details: { name, email, ...(phone ? { phone } : {}), address: { country } },
      // The checkout page offers only cards that may be shown again.
      allow_redisplay: 'always' as const,
    };
    const verifying = setup.ok
      ? confirmSetup(fields.stripe, setup.value.clientSecret, newCard)
      : createPaymentMethod(fields.stripe, newCard);
    return await Promise.race([verifying, resolveOnAbort(userWaitSignal())]);
  } catch (error) {
    console.warn('The card provider failed', error);
    return { ok: false, message: GENERIC_CARD_ERROR };
  }
}

type NewCard = Pick<CreatePaymentMethodCardData, 'card' | 'billing_details' | 'allow_redisplay'>;

async function confirmSetup(stripe: Stripe, clientSecret: string, newCard: NewCard): Promise<CardToken> {
  const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, { payment_method: newCard });
  if (error) return { ok: false, message: error.message ?? GENERIC_CARD_ERROR };
  const method = setupIntent.payment_method;
  const id = typeof method === 'string' ? method : method?.id;
  return id === undefined ? { ok: false, message: GENERIC_CARD_ERROR } : { ok: true, paymentMethodId: id };
}

/** An API without setup intents verifies the card itself. */
async function createPaymentMethod(stripe: Stripe, newCard: NewCard): Promise<CardToken> {
  const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', ...newCard });
  if (error) return { ok: false, message: error.message ?? GENERIC_CARD_ERROR };
  return { ok: true, paymentMethodId: paymentMethod.id };
}

/** The message for a card that the server did not save: the provider's own if the provider refused the card. */
export function cardErrorMessage(failure: Failure): string | undefined {
  if (failure.kind === 'aborted' || failure.kind === 'unauthorized') return undefined;
  if (!('status' in failure)) return GENERIC_CARD_ERROR;
  return errorMessage(failure.status, failure.kind === 'http' ? failure.body : undefined);
}

function resolveOnAbort(signal: AbortSignal): Promise<CardToken> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve({ ok: false, message: undefined }), { once: true }),
  );
}
