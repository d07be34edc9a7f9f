import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import { LIST_PAGE_SIZE } from '../../domain/limits.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { usePayments } from '../../stores/payments.ts';
import { cardErrorMessage } from './verify-card.ts';

export const LOAD_BILLING = 'billing';
const REMOVE_CARD = 'removeCard';
export const DEFAULT_CARD = 'defaultCard';

/** A failure has no message if the user has canceled, or if the session has ended, which is shown anyway. */
export type SavedCard = { ok: true } | { ok: false; message: string | undefined };

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
  if (!result.ok) {
    // An aborted request may have saved the card after all.
    if (result.failure.kind === 'aborted') void loadBilling();
    return { ok: false, message: cardErrorMessage(result.failure) };
  }
  storeCard(result.value);
  showAlert('success', 'Payment method added');
  return { ok: true };
}

export async function makeDefaultCard(id: string): Promise<void> {
  const result = await whileLoading(DEFAULT_CARD, () => call('setDefaultPaymentMethod', { params: { id } }));
  if (!result.ok) {
    void loadBilling();
    return;
  }
  usePayments.getState().setDefaultMethod(id);
  showAlert('success', 'Payment method set as default');
}

export async function removeCard(id: string): Promise<void> {
  const result = await whileLoading(REMOVE_CARD, () => call('removePaymentMethod', { params: { id } }));
  if (!result.ok) {
    void loadBilling();
    return;
  }
  usePayments.getState().removeMethod(id);
  showAlert('success', 'Payment method deleted');
}

function storeCard(card: PaymentMethod): void {
  const { upsertMethod, setDefaultMethod } = usePayments.getState();
  upsertMethod(card);
  if (card.isDefault) setDefaultMethod(card.id);
}

/** The customer's default card. Without a connection, or if the cards cannot be loaded, there is none. */
export function useDefaultCard(): { isLoading: boolean; card: PaymentMethod | undefined } {
  const methods = usePayments((state) => state.methods);
  const isReachable = useApp((state) => state.isReachable);
  const [hasFailed, setHasFailed] = useState(false);
  const isMissing = methods === undefined && isReachable;
  useEffect(() => {
    if (!isMissing) return;
    void call('listPaymentMethods', { isQuiet: true }).then((result) => {
      if (result.ok) usePayments.getState().replaceMethods(result.value);
      else setHasFailed(true);
    });
  }, [isMissing]);
  return { isLoading: isMissing && !hasFailed, card: methods?.find(({ isDefault }) => isDefault) };
}
