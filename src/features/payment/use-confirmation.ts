import { useEffect, useState } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { paymentStateOf } from '../../domain/payment-due.ts';
import { type Confirmation, confirmPayment } from '../../flows/confirm-payment.ts';

export type Confirming = Confirmation | 'confirming';

/** Whether the payment of a delivery has arrived, asked for until it has or half a minute is over. */
export function useConfirmation(delivery: DeliveryRequest): { state: Confirming; checkAgain: () => void } {
  const { id } = delivery;
  const isPaid = paymentStateOf(delivery) === 'paid';
  const [round, setRound] = useState(1);
  const [last, setLast] = useState<{ round: number; outcome: Confirmation }>();

  useEffect(() => {
    if (isPaid) return;
    const leaving = new AbortController();
    void confirmPayment(id, leaving.signal).then((outcome) => {
      if (!leaving.signal.aborted) setLast({ round, outcome });
    });
    return () => leaving.abort();
  }, [id, isPaid, round]);

  const state = isPaid ? 'confirmed' : last?.round === round ? last.outcome : 'confirming';
  return { state, checkAgain: () => setRound(round + 1) };
}
