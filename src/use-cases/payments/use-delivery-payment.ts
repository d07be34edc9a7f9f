import { useCallback, useMemo, useState } from 'react';
import { call } from '../../api/client.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { Payment } from '../../contract/payment.ts';
import { PAYMENT_STATUS } from '../../contract/status.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import type { ReadFailure } from '../../domain/read-failure.ts';
import { useRetry } from '../connectivity/use-retry.ts';
import { explainFailure } from '../refresh-record.ts';
import { useRead } from '../use-polling.ts';

/** `loading` until the server has responded; `unknown` if it did not respond or does not know this call. */
export type DeliveryPaymentState =
  | { kind: 'loading' }
  | { kind: 'unknown'; failure: ReadFailure }
  | { kind: 'known'; payment: Payment | null };

/**
 * The payment of a delivery, or the attempt that failed last; `null` if no one tried to pay. A read that failed is
 * repeated when the server can be reached again.
 */
export function useDeliveryPayment(deliveryId: number, isEnabled = true) {
  const [state, setState] = useState<DeliveryPaymentState>({ kind: 'loading' });
  const read = useCallback(
    async (signal: AbortSignal) => {
      // The call is quiet, because the screen is still correct without these details.
      const result = await call('getDeliveryPayment', { params: { id: deliveryId }, isQuiet: true });
      const next: DeliveryPaymentState = result.ok
        ? { kind: 'known', payment: result.value.payment }
        : { kind: 'unknown', failure: (await explainFailure(result.failure)).failure };
      if (!signal.aborted) setState(next);
    },
    [deliveryId],
  );
  useRead(read, isEnabled);
  const failure = state.kind === 'unknown' ? state.failure : undefined;
  useRetry(failure, () => void read(new AbortController().signal));
  return state;
}

/** The delivery, marked if a bank works on a delayed payment of it. Not every API says so with the delivery. */
export function useDeliveryWithPayment(delivery: DeliveryRequest): DeliveryRequest {
  const stated = delivery.isPaymentProcessing ?? undefined;
  const state = useDeliveryPayment(delivery.id, stated === undefined && paymentStateOf(delivery) === 'due');
  const isPaymentProcessing =
    stated ?? (state.kind === 'known' && state.payment?.status === PAYMENT_STATUS.processing);
  return useMemo(() => ({ ...delivery, isPaymentProcessing }), [delivery, isPaymentProcessing]);
}
