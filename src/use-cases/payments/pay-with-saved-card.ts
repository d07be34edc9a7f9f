import { call, type Failure, hasErrorCode, userWaitSignal } from '../../api/client.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { errorMessage } from '../../contract/errors.ts';
import { pause } from '../../contract/pause.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { useApp } from '../../stores/app.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { refreshDelivery } from '../deliveries/refresh-deliveries.ts';
import { isCallMissing } from '../refresh-record.ts';
import { startCheckout } from './checkout.ts';
import {
  PAYMENT_CONFIRM_FIRST_DELAY_MS,
  PAYMENT_CONFIRM_TIMEOUT_MS,
  PAYMENT_PRESS_TIMEOUT_MS,
} from './poll-payment.ts';
import { loadCards } from './saved-cards.ts';

/**
 * - paid: the provider has charged the card, or will: the success page confirms it
 * - failed: the card was not charged, or that is still not known; `message` says which
 * - ended: there is nothing to say, because the screen shows the new state or the user has canceled
 */
export type SavedCardResult = { kind: 'paid' | 'ended' } | { kind: 'failed'; message: string };
type Attempt = SavedCardResult | { kind: 'unknown' };

const NO_ANSWER =
  "We don't know yet whether your payment went through. You can try again: your card is charged only once.";
const CARD_GONE = 'This card is no longer saved. Please pay with another card.';
const BANK_PAGE_FAILED =
  "Your bank's page could not be opened. You can try again: your card is charged only once.";
const MAX_DELAY_MS = 5000;

/**
 * Charges a saved card for exactly the price that the user saw, and shows the page of the bank if the bank asks. If
 * it is not known whether the card was charged, the same call is repeated for half a minute: the server charges the
 * card only once.
 * @param onChecking called when the outcome is not known
 */
export function payWithSavedCard(
  delivery: DeliveryRequest,
  cardId: string,
  onChecking: () => void,
): Promise<SavedCardResult> {
  return whileLoading(`charge-${delivery.id}`, async () => {
    const canceled = userWaitSignal();
    let attempt = await tryToCharge(delivery, cardId, false);
    const end = performance.now() + PAYMENT_CONFIRM_TIMEOUT_MS;
    let delay = PAYMENT_CONFIRM_FIRST_DELAY_MS;
    while (attempt.kind === 'unknown') {
      if (await isPaidNow(delivery.id)) return { kind: 'paid' };
      if (canceled.aborted) return { kind: 'ended' };
      if (performance.now() + delay > end) return { kind: 'failed', message: NO_ANSWER };
      onChecking();
      await pause(delay);
      delay = Math.min(delay * 2, MAX_DELAY_MS);
      if (!canceled.aborted) attempt = await tryToCharge(delivery, cardId, true);
    }
    return attempt;
  });
}

async function tryToCharge(
  { id, estimatedPrice, currency }: DeliveryRequest,
  cardId: string,
  isRepeated: boolean,
): Promise<Attempt> {
  const payment = { paymentMethodId: cardId, amount: estimatedPrice ?? 0, currency: currency ?? 'EUR' };
  const charge = call('chargeSavedCard', { params: { id }, body: payment, isQuiet: true });
  const charged = await Promise.race([charge, pause(PAYMENT_PRESS_TIMEOUT_MS)]);
  if (charged === undefined) return { kind: 'unknown' };
  if (!charged.ok) return explainFailure(id, charged.failure, isRepeated);
  const { status, clientSecret } = charged.value;
  if (status === 'checking') return { kind: 'unknown' };
  if (status !== 'requiresAction') return { kind: 'paid' };
  const message = await authenticate(clientSecret ?? '');
  if (message === undefined || (await isPaidNow(id))) return { kind: 'paid' };
  return { kind: 'failed', message };
}

/** Returns why the bank did not confirm the payment, or undefined if it did. */
async function authenticate(clientSecret: string): Promise<string | undefined> {
  try {
    // The provider's client is loaded only if a bank asks.
    const { loadCardProvider } = await import('./card-provider.ts');
    const stripe = await loadCardProvider(useApp.getState().config.stripe);
    if (stripe === null) return BANK_PAGE_FAILED;
    const { error } = await stripe.handleNextAction({ clientSecret });
    return error && (error.message ?? BANK_PAGE_FAILED);
  } catch (error) {
    console.warn('The card provider failed', error);
    return BANK_PAGE_FAILED;
  }
}

async function explainFailure(id: number, failure: Failure, isRepeated: boolean): Promise<Attempt> {
  if (failure.kind === 'unauthorized') return { kind: 'ended' };
  // An API without this call has only the checkout page. A page of a gateway says nothing about an earlier attempt.
  if (isCallMissing(failure) && (failure.kind === 'http' || !isRepeated)) {
    await startCheckout(id);
    return { kind: 'ended' };
  }
  if (failure.kind !== 'http') return { kind: 'unknown' };
  // The server says so itself if it has not reached the provider. That is no answer about an earlier attempt.
  const isDefinite = failure.status < 500 || hasErrorCode(failure, 'PAYMENT_PROVIDER');
  if (!isDefinite || (isRepeated && failure.status >= 500)) return { kind: 'unknown' };
  if (hasErrorCode(failure, 'PAYMENT_NOT_FOUND')) {
    await loadCards();
    return { kind: 'failed', message: CARD_GONE };
  }
  const isPaid = await isPaidNow(id);
  // The screen shows that it was paid in another tab or on another device.
  if (hasErrorCode(failure, 'PAYMENT_NOT_DUE')) return { kind: isPaid && isRepeated ? 'paid' : 'ended' };
  return { kind: 'failed', message: errorMessage(failure.status, failure.body) };
}

async function isPaidNow(id: number): Promise<boolean> {
  await refreshDelivery(id);
  const delivery = useDelivery.getState().list.find((item) => item.id === id);
  return delivery !== undefined && paymentStateOf(delivery) === 'paid';
}
