import { useEffect, useState } from 'react';
import { getDeliveryPayment } from '../../api/payments.ts';
import type { Payment } from '../../contract/payment.ts';

/** `loading` until the server has responded; `unknown` if it did not respond or does not know this call. */
export type DeliveryPaymentState =
  | { kind: 'loading' | 'unknown' }
  | { kind: 'known'; payment: Payment | null };

/** The payment of a delivery, or the attempt that failed last; `null` if nobody tried to pay. */
export function useDeliveryPayment(deliveryId: number, isEnabled = true): DeliveryPaymentState {
  const [state, setState] = useState<DeliveryPaymentState>({ kind: 'loading' });
  useEffect(() => {
    if (!isEnabled) return;
    let isCurrent = true;
    void getDeliveryPayment(deliveryId).then((result) => {
      if (!isCurrent) return;
      setState(result.ok ? { kind: 'known', payment: result.value.payment } : { kind: 'unknown' });
    });
    return () => {
      isCurrent = false;
    };
  }, [deliveryId, isEnabled]);
  return state;
}
