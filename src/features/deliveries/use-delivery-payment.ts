import { useEffect, useState } from 'react';
import { getDeliveryPayment } from '../../api/payments.ts';
import type { Payment } from '../../contract/payment.ts';

/** The payment of a delivery; `null` if there was none, `undefined` while it is not known. */
export function useDeliveryPayment(deliveryId: number, isEnabled = true): Payment | null | undefined {
  const [payment, setPayment] = useState<Payment | null>();
  useEffect(() => {
    if (!isEnabled) return;
    let isCurrent = true;
    void getDeliveryPayment(deliveryId).then((result) => {
      if (isCurrent && result.ok) setPayment(result.value.payment);
    });
    return () => {
      isCurrent = false;
    };
  }, [deliveryId, isEnabled]);
  return payment;
}
