import { useCallback, useEffect, useState } from 'react';
import { createGuestPaymentSession, getGuestPayment } from '../../api/delivery-requests.ts';
import { hasErrorCode } from '../../api/failure.ts';
import type { GuestPayment } from '../../contract/delivery-request.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { redirectToCheckout } from './checkout.ts';

const POLL_INTERVAL_MS = 15_000;
/** After the return from the checkout, the payment is usually confirmed within a second or two. */
const CONFIRM_INTERVAL_MS = 1500;
const CONFIRM_MS = 12_000;

type GuestPaymentState =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'unreachable' }
  | { kind: 'known'; payment: GuestPayment };

export const GUEST_PAYMENT_LOADER = 'guest-pay';

/**
 * What a guest pays, by the key in the address of the payment page. It is read again while the payment is open, when
 * the page becomes visible, and on request.
 * @param isReturning the guest comes from the checkout and has probably paid
 */
export function useGuestPayment(
  key: string,
  isReturning: boolean,
): {
  state: GuestPaymentState;
  /** The guest has returned from the checkout, and the payment is not confirmed yet. */
  isConfirming: boolean;
  refresh: () => Promise<void>;
  pay: () => Promise<void>;
} {
  const [state, setState] = useState<GuestPaymentState>({ kind: 'loading' });
  const read = useCallback(
    async (signal: AbortSignal) => {
      const result = await getGuestPayment(key, signal);
      if (signal.aborted) return;
      if (result.ok) setState({ kind: 'known', payment: result.value });
      else if (hasErrorCode(result.failure, 'ORDER_REQUEST_NOT_FOUND')) setState({ kind: 'missing' });
      // What is on the screen stays, because it was true a moment ago.
      else setState((before) => (before.kind === 'known' ? before : { kind: 'unreachable' }));
    },
    [key],
  );
  const refresh = useCallback(() => read(new AbortController().signal), [read]);
  const pay = () =>
    whileLoading(GUEST_PAYMENT_LOADER, async () => {
      const session = await createGuestPaymentSession(key);
      if (session.ok) redirectToCheckout(session.value.sessionUrl);
      else await refresh();
    });
  const [hasWaited, setHasWaited] = useState(!isReturning);
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, []);
  const isConfirming = !hasWaited && state.kind === 'known' && state.payment.status === 'due';
  const isOpen = state.kind !== 'missing' && !(state.kind === 'known' && isFinal(state.payment));
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    const { signal } = controller;
    const readIfVisible = () => {
      if (document.visibilityState !== 'hidden') void read(signal);
    };
    readIfVisible();
    const timer = setInterval(readIfVisible, hasWaited ? POLL_INTERVAL_MS : CONFIRM_INTERVAL_MS);
    document.addEventListener('visibilitychange', readIfVisible, { signal });
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [isOpen, read, hasWaited]);
  return { state, isConfirming, refresh, pay };
}

function isFinal({ status }: GuestPayment): boolean {
  return status !== 'due' && status !== 'processing';
}
