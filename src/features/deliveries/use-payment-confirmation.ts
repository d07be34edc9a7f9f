import { useEffect, useState } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { confirmPayment, type PaymentConfirmation } from '../../use-cases/payments/confirm-payment.ts';

export type ConfirmationState = PaymentConfirmation | 'confirming';

/** Polls the server until the payment of the delivery is confirmed or half a minute has passed. */
export function usePaymentConfirmation(delivery: DeliveryRequest): {
  state: ConfirmationState;
  checkAgain: () => void;
} {
  const { id } = delivery;
  const isPaid = paymentStateOf(delivery) === 'paid';
  const [attempt, setAttempt] = useState(1);
  const [lastResult, setLastResult] = useState<{ attempt: number; result: PaymentConfirmation }>();

  useEffect(() => {
    if (isPaid) return;
    const controller = new AbortController();
    void confirmPayment(id, controller.signal).then((result) => {
      if (!controller.signal.aborted) setLastResult({ attempt, result });
    });
    return () => controller.abort();
  }, [id, isPaid, attempt]);

  const state = isPaid ? 'confirmed' : lastResult?.attempt === attempt ? lastResult.result : 'confirming';
  return { state, checkAgain: () => setAttempt(attempt + 1) };
}
