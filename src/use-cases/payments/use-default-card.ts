import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import { useApp } from '../../stores/app.ts';
import { usePayments } from '../../stores/payments.ts';
import { requestForAccount } from '../refresh-record.ts';

/** The customer's default card. Without a connection, or if the cards cannot be loaded, there is none. */
export function useDefaultCard(): { isLoading: boolean; card: PaymentMethod | undefined } {
  const methods = usePayments((state) => state.methods);
  const isReachable = useApp((state) => state.isReachable);
  const [hasFailed, setHasFailed] = useState(false);
  const isMissing = methods === undefined && isReachable;
  useEffect(() => {
    if (!isMissing) return;
    void requestForAccount(() => call('listPaymentMethods', { isQuiet: true })).then((result) => {
      if (result?.ok) usePayments.getState().replaceMethods(result.value);
      else setHasFailed(true);
    });
  }, [isMissing]);
  return { isLoading: isMissing && !hasFailed, card: methods?.find(({ isDefault }) => isDefault) };
}
