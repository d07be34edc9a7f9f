import type { CreatePaymentMethodCardData, Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { call, type Failure, hasErrorCode, isPermanent, userWaitSignal } from '../../api/client.ts';
import { errorMessage } from '../../contract/errors.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import { LIST_PAGE_SIZE } from '../../domain/limits.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { usePayments } from '../../stores/payments.ts';
import { isCallMissing, mayRetry } from '../refresh-record.ts';

export const LOAD_BILLING = 'billing';
const REMOVE_CARD = 'removeCard';
export const DEFAULT_CARD = 'defaultCard';

/**
 * A failure has no message if the user has canceled, or if the session has ended, which is shown anyway.
 * `mayBeSaved`: the server has not rejected the card, and only a second attempt with the same card saves it once.
 */
export type SavedCard = { ok: true } | { ok: false; message: string | undefined; mayBeSaved: boolean };

export async function loadBilling(): Promise<void> {
  await whileLoading(LOAD_BILLING, async () => {
    const query = { limit: LIST_PAGE_SIZE };
    const [methods, payments] = await Promise.all([
      call('listPaymentMethods'),
      call('listPayments', { query }),
    ]);
    const { replaceMethods, replacePayments } = usePayments.getState();
    if (methods.ok) replaceMethods(methods.value);
    if (payments.ok) replacePayments(payments.value, payments.next);
  });
}

/** Saves a card that the provider has tokenized. The card form shows why a card was refused. */
export async function saveCard(paymentMethodId: string): Promise<SavedCard> {
  const result = await call('addPaymentMethod', { body: { paymentMethodId }, isQuiet: true });
  if (result.ok) {
    const { upsertMethod, setDefaultMethod } = usePayments.getState();
    upsertMethod(result.value);
    if (result.value.isDefault) setDefaultMethod(result.value.id);
  } else {
    // The card may be saved although the response was lost, and a second attempt would save it twice.
    const reading = loadCards();
    if (!mayRetry(result.failure) || !(await reading) || findCard(paymentMethodId) === undefined)
      return {
        ok: false,
        message: cardErrorMessage(result.failure),
        mayBeSaved: !isPermanent(result.failure),
      };
  }
  showAlert('success', 'Payment method added');
  return { ok: true };
}

export async function makeDefaultCard(id: string): Promise<void> {
  const result = await whileLoading(DEFAULT_CARD, () => call('setDefaultPaymentMethod', { params: { id } }));
  // The server may have made it the default although the response was lost.
  if (!result.ok && !((await loadCards()) && findCard(id)?.isDefault)) return;
  usePayments.getState().setDefaultMethod(id);
  showAlert('success', 'Payment method set as default');
}

/** Removes a card. Returns false if that failed and the user may try again. */
export async function removeCard(id: string): Promise<boolean> {
  const isGone = (failure: Failure) => hasErrorCode(failure, 'PAYMENT_NOT_FOUND');
  const result = await whileLoading(REMOVE_CARD, () =>
    call('removePaymentMethod', { params: { id }, isShownByCaller: isGone }),
  );
  if (!result.ok && !isGone(result.failure)) {
    // The server may have removed it although the response was lost.
    const reading = loadCards();
    if (!mayRetry(result.failure)) return true;
    if (!(await reading) || findCard(id)) return false;
  }
  usePayments.getState().removeMethod(id);
  showAlert('success', 'Payment method deleted');
  return true;
}

const findCard = (id: string) => usePayments.getState().methods?.find((card) => card.id === id);

/** Returns whether the cards were loaded. */
export async function loadCards(): Promise<boolean> {
  const result = await call('listPaymentMethods', { isQuiet: true });
  if (result.ok) usePayments.getState().replaceMethods(result.value);
  return result.ok;
}

/** The customer's default card. Without a connection, or if the cards cannot be loaded, there is none. */
export function useDefaultCard(): { isLoading: boolean; card: PaymentMethod | undefined } {
  const methods = usePayments((state) => state.methods);
  const isReachable = useApp((state) => state.isReachable);
  const [hasFailed, setHasFailed] = useState(false);
  const isMissing = methods === undefined && isReachable;
  useEffect(() => {
    if (!isMissing) return;
    void loadCards().then((isLoaded) => {
      if (!isLoaded) setHasFailed(true);
    });
  }, [isMissing]);
  return { isLoading: isMissing && !hasFailed, card: methods?.find(({ isDefault }) => isDefault) };
}

// These texts are quoted literally from the specification.
export const CARD_ERROR_TITLE = 'Error creating payment method';
const PROVIDER_NOT_LOADED = 'Stripe has not loaded yet';
const NO_CARD_FIELDS = 'Card elements not found';
const GENERIC_CARD_ERROR = 'An unexpected error occurred. Please try again.';

type BillingDetails = {
  name: string;
  email: string;
  phone: string | undefined;
  /** The two-letter code. */
  country: string;
};
/** A failure has no message if the user has canceled. */
type CardToken = { ok: true; paymentMethodId: string } | { ok: false; message: string | undefined };

type CardFields = { stripe: Stripe; elements: StripeElements };

/**
 * Lets the provider verify the card in its fields, and perhaps the bank. A failure has a message to show.
 * @param attempts the secret of the card's setup intent, which another attempt uses again
 */
export async function verifyCard(
  fields: CardFields | undefined,
  details: BillingDetails,
  attempts: { secret?: string },
): Promise<CardToken> {
  if (fields === undefined) return { ok: false, message: PROVIDER_NOT_LOADED };
  try {
    const card = fields.elements.getElement('cardNumber');
    if (card === null) return { ok: false, message: NO_CARD_FIELDS };
    if (attempts.secret === undefined) {
      // The call is quiet, because an API without it saves cards all the same.
      const setup = await call('createSetupIntent', { isQuiet: true });
      if (setup.ok) attempts.secret = setup.value.clientSecret;
      else if (!isCallMissing(setup.failure)) return { ok: false, message: cardErrorMessage(setup.failure) };
    }
    const { name, email, phone, country } = details;
    const newCard = {
      card,
      billing_details: { name, email, ...(phone ? { phone } : {}), address: { country } },
      // The checkout page offers only cards that may be shown again.
      allow_redisplay: 'always' as const,
    };
    const verifying = attempts.secret
      ? confirmSetup(fields.stripe, attempts.secret, newCard)
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
  // The provider confirms an intent once. An earlier attempt may have succeeded although its response was lost.
  const intent = error?.setup_intent?.status === 'succeeded' ? error.setup_intent : setupIntent;
  if (!intent) return { ok: false, message: error?.message ?? GENERIC_CARD_ERROR };
  const method = intent.payment_method;
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
function cardErrorMessage(failure: Failure): string | undefined {
  if (failure.kind === 'aborted' || failure.kind === 'unauthorized') return undefined;
  if (!('status' in failure)) return GENERIC_CARD_ERROR;
  return errorMessage(failure.status, failure.kind === 'http' ? failure.body : undefined);
}

function resolveOnAbort(signal: AbortSignal): Promise<CardToken> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve({ ok: false, message: undefined }), { once: true }),
  );
}
