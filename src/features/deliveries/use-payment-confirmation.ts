import { useEffect, useState } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { confirmPayment, type PaymentConfirmation } from '../../use-cases/payments/confirm-payment.ts';

export type ConfirmationState = PaymentConfirmation | 'confirming';

/** Whether the payment of a delivery has arrived, asked for until it has or half a minute is over. */
export function usePaymentConfirmation(delivery: DeliveryRequest): {
  state: ConfirmationState;
  checkAgain: () => void;
} {
  const { id } = delivery;
  const isPaid = paymentStateOf(delivery) === 'paid';
  const [attempt, setAttempt] = useState(1);
  const [last, setLast] = useState<{ round: number; outcome: PaymentConfirmation }>();

  useEffect(() => {
    if (isPaid) return;
    const controller = new AbortController();
    void confirmPayment(id, controller.signal).then((outcome) => {
      if (!controller.signal.aborted) setLast({ round: attempt, outcome });
    });
    return () => controller.abort();
  }, [id, isPaid, attempt]);

  const state = isPaid ? 'confirmed' : last?.round === attempt ? last.outcome : 'confirming';
  return { state, checkAgain: () => setAttempt(attempt + 1) };
}
