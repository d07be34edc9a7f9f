import { useCallback, useEffect, useState } from 'react';
import { call, hasErrorCode } from '../../api/client.ts';
import type { GuestPayment } from '../../contract/delivery-request.ts';
import { type ReadFailure, toFailedRead } from '../../domain/read-failure.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { useRetry } from '../connectivity/use-retry.ts';
import { explainFailure } from '../refresh-record.ts';
import { storeGuestPackage } from '../tracking/look-up-package.ts';
import { usePolling, useRead } from '../use-polling.ts';
import { openCheckout } from './checkout.ts';
import { pollPayment } from './poll-payment.ts';

const POLL_INTERVAL_MS = 15_000;

type GuestPaymentState =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'unreachable'; failure: ReadFailure }
  /** `failure`: why a later read has failed, so that the payment may be out of date. */
  | { kind: 'known'; payment: GuestPayment; updatedAt: number; failure?: ReadFailure };

export const GUEST_PAYMENT_LOADER = 'guest-pay';

/**
 * What a guest pays, by the key in the address of the payment page. It is read again while the payment is open, when
 * the page becomes visible, on request, and after a failure as soon as the server can be reached.
 * @param isReturning the guest comes from the checkout and has probably paid
 */
export function useGuestPayment(key: string, isReturning: boolean) {
  const [state, setState] = useState<GuestPaymentState>({ kind: 'loading' });
  const [hasWaited, setHasWaited] = useState(!isReturning);
  const read = useCallback(
    async (signal: AbortSignal) => {
      const result = await call('getGuestPayment', { params: { key }, signal, isQuiet: true });
      if (signal.aborted) return;
      if (result.ok) {
        setState({ kind: 'known', payment: result.value, updatedAt: Date.now() });
        if (result.value.status !== 'due') setHasWaited(true);
        storeGuestPackage(result.value);
        return;
      }
      if (hasErrorCode(result.failure, 'ORDER_REQUEST_NOT_FOUND')) {
        setState({ kind: 'missing' });
        return;
      }
      const { failure } = await explainFailure(result.failure);
      if (signal.aborted) return;
      // What is on the screen stays, with its age, because it was true before.
      setState((before) =>
        before.kind === 'known' ? { ...before, failure } : { kind: 'unreachable', failure },
      );
    },
    [key],
  );
  /** The response is still used if it arrives. */
  const stopWaiting = () => setState({ kind: 'unreachable', failure: toFailedRead('stopped').failure });
  const refresh = useCallback(() => read(new AbortController().signal), [read]);
  /** Loads it again after a failure. */
  const retry = () => {
    setState({ kind: 'loading' });
    void refresh();
  };
  const pay = () =>
    whileLoading(GUEST_PAYMENT_LOADER, async () => {
      const failure = await openCheckout((signal) =>
        call('createGuestPaymentSession', { params: { key }, signal }),
      );
      if (failure) void refresh();
    });
  const isDue = state.kind === 'known' && state.payment.status === 'due';
  /** The guest has returned from the checkout, and the payment is not confirmed yet. */
  const isConfirming = isDue && !hasWaited;
  const failure = 'failure' in state ? state.failure : undefined;
  const isAwaited = isConfirming && failure === undefined;
  useEffect(() => {
    if (!isAwaited) return;
    const controller = new AbortController();
    const { signal } = controller;
    void pollPayment(() => read(signal), signal).then(() => signal.aborted || setHasWaited(true));
    return () => controller.abort();
  }, [isAwaited, read]);
  useRetry(failure, refresh);
  useRead(read);
  const isOpen = isDue || (state.kind === 'known' && state.payment.status === 'processing');
  usePolling(read, POLL_INTERVAL_MS, isOpen && failure === undefined);
  return { state, isConfirming, retry, stopWaiting, pay };
}
