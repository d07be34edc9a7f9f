import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { useRetry } from '../../use-cases/connectivity/use-retry.ts';
import { confirmPayment, type PaymentConfirmation } from '../../use-cases/payments/confirm-payment.ts';

export type ConfirmationState = PaymentConfirmation | { kind: 'confirming' };

/**
 * Polls the server until the payment of the delivery is confirmed or half a minute has passed. A check that failed is
 * repeated when the server can be reached again, and the polling then continues.
 */
export function usePaymentConfirmation(delivery: DeliveryRequest): {
  state: ConfirmationState;
  checkAgain: () => void;
} {
  const { id } = delivery;
  const isPaid = paymentStateOf(delivery) === 'paid';
  const [state, setState] = useState<ConfirmationState>({ kind: 'confirming' });
  const pending = useRef<AbortController>(undefined);

  const poll = useCallback(async () => {
    pending.current?.abort();
    const controller = new AbortController();
    pending.current = controller;
    const { signal } = controller;
    const result = await confirmPayment(id, signal, () => setState({ kind: 'confirming' }));
    if (!signal.aborted) setState(result);
  }, [id]);

  useEffect(() => {
    if (isPaid) return;
    void poll();
    return () => pending.current?.abort();
  }, [isPaid, poll]);

  useRetry(!isPaid && state.kind === 'unchecked' ? state.failure : undefined, poll);

  return {
    state: isPaid ? { kind: 'confirmed' } : state,
    checkAgain: () => {
      setState({ kind: 'confirming' });
      void poll();
    },
  };
}
