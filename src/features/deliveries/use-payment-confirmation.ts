import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import type { ReadFailure } from '../../domain/read-failure.ts';
import { useRetry } from '../../use-cases/connectivity/use-retry.ts';
import { refreshDelivery } from '../../use-cases/deliveries/refresh-deliveries.ts';
import { pollPayment } from '../../use-cases/payments/poll-payment.ts';

/** `unchecked`: the last check has failed, so the state of the payment is unknown. */
export type ConfirmationState =
  | { kind: 'confirmed' | 'confirming' | 'unpaid' }
  | { kind: 'unchecked'; failure: ReadFailure };

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
    /** Returns why the check has failed. The screen shows the delivery once it is paid. */
    const check = async () => {
      const refresh = await refreshDelivery(id);
      if (refresh.kind === 'failed') return refresh.failure;
      if (!signal.aborted) setState({ kind: 'confirming' });
      return undefined;
    };
    const failure = (await check()) ?? (await pollPayment(check, signal));
    if (!signal.aborted) setState(failure ? { kind: 'unchecked', failure } : { kind: 'unpaid' });
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
