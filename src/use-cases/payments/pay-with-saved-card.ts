import { type Failure, hasErrorCode } from '../../api/failure.ts';
import { chargeSavedCard } from '../../api/payments.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { errorMessage } from '../../contract/errors.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { useApp } from '../../stores/app.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { refreshDelivery } from '../deliveries/refresh-deliveries.ts';
import { startCheckout } from './checkout.ts';

/**
 * - paid: the provider has charged the card, or will: the success page confirms it
 * - failed: nothing was charged, or it is not known; `message` says which
 * - ended: there is nothing to say, because the screen shows the new state or the person has cancelled
 */
export type SavedCardResult = { kind: 'paid' | 'ended' } | { kind: 'failed'; message: string };

const NO_ANSWER =
  "We don't know yet whether your payment went through. You can try again: your card is charged only once.";
const CARD_GONE = 'This card is no longer saved. Please pay with another card.';
const BANK_PAGE_FAILED = "Your bank's page could not be opened. You haven't been charged.";

/** Charges a saved card for exactly the price that the person saw, and shows the page of the bank if the bank asks. */
export function payWithSavedCard(
  { id, estimatedPrice, currency }: DeliveryRequest,
  cardId: string,
): Promise<SavedCardResult> {
  return whileLoading(`pay-${id}`, async () => {
    const charged = await chargeSavedCard(id, {
      paymentMethodId: cardId,
      amount: estimatedPrice ?? 0,
      currency: currency ?? 'EUR',
    });
    if (!charged.ok) return explainFailure(id, charged.failure);
    const { status, clientSecret } = charged.value;
    if (status !== 'requiresAction') return { kind: 'paid' };
    const message = await authenticate(clientSecret ?? '');
    if (message === undefined || (await isPaidNow(id))) return { kind: 'paid' };
    return { kind: 'failed', message };
  });
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

async function explainFailure(id: number, failure: Failure): Promise<SavedCardResult> {
  switch (failure.kind) {
    case 'unauthorized':
      return { kind: 'ended' };
    case 'http':
      return explainRefusal(id, failure);
    case 'aborted':
      return (await isPaidNow(id)) ? { kind: 'paid' } : { kind: 'ended' };
    case 'offline':
    case 'timeout':
    case 'unexpectedResponse':
    case 'invalidBody':
      // The card may have been charged. Reading the delivery makes the server ask the provider.
      return (await isPaidNow(id)) ? { kind: 'paid' } : { kind: 'failed', message: NO_ANSWER };
  }
}

async function explainRefusal(
  id: number,
  failure: Extract<Failure, { kind: 'http' }>,
): Promise<SavedCardResult> {
  // An API without this call has only the checkout page.
  if (failure.status === 404 && failure.problem?.title === undefined) {
    await startCheckout(id);
    return { kind: 'ended' };
  }
  if (hasErrorCode(failure, 'PAYMENT_NOT_FOUND')) return { kind: 'failed', message: CARD_GONE };
  await refreshDelivery(id);
  // It was paid in another tab or on another device: the screen shows that.
  if (hasErrorCode(failure, 'PAYMENT_NOT_DUE')) return { kind: 'ended' };
  return { kind: 'failed', message: errorMessage(failure.status, failure.body) };
}

async function isPaidNow(id: number): Promise<boolean> {
  await refreshDelivery(id);
  const delivery = useDelivery.getState().list.find((item) => item.id === id);
  return delivery !== undefined && paymentStateOf(delivery) === 'paid';
}
