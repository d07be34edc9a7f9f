import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { CHECKOUT_REDIRECT_MS, GUEST_RELOAD_MS } from '../../contract/constants.ts';
import type { CreatedDeliveryRequest, DeliveryRequestInput } from '../../contract/delivery-request.ts';
import type { DraftFields, GuestDetails } from '../../domain/draft.ts';
import { priceChange } from '../../domain/price-change.ts';
import { toGuestRequest } from '../../domain/request-payload.ts';
import type { Quote } from '../../outbox/entry.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { useDrafts } from '../../stores/drafts.ts';
import {
  type SubmitOutcome,
  submitDeliveryRequest,
  submitGuestDeliveryRequest,
} from '../../use-cases/deliveries/submit-delivery-request.ts';
import { redirectToCheckout, safeCheckoutUrl } from '../../use-cases/payments/checkout.ts';

/** What the person is told beside the button when a submit did not go through. */
export type SubmitError = { sentence: string; errors: { path: string; message: string }[] };
/** What the start of the wizard says of the request before. */
export type SubmitResult = {
  kind: 'queued' | 'sending' | 'alreadySent' | 'received';
  key: string;
  request: DeliveryRequestInput;
};

export type Submission = {
  key: string;
  fields: DraftFields;
  request: DeliveryRequestInput;
  quote: Quote | undefined;
};

export type SubmitState = {
  isProcessing: boolean;
  error: SubmitError | undefined;
  /** What was ordered, shown until the browser leaves for the checkout. */
  orderedFields: DraftFields | undefined;
  result: SubmitResult | undefined;
  dismissResult: () => void;
  clearError: () => void;
  submit: (submission: Submission, guest?: GuestDetails) => void;
  /** Stops waiting for a slow answer; the request is saved and goes out by itself. */
  stopWaiting: () => void;
};

const NOT_SAVED_MESSAGE =
  'This device could not save your request, so nothing was sent. Your request is still here: please try again.';

const PAY_LATER = 'Payment is being prepared. You can pay from the delivery page.';

/** Sends a request once, however often the button is pressed, and does what its outcome asks for. */
export function useSubmit(onFinish: () => void): SubmitState {
  const navigate = useNavigate();
  const [isProcessing, setIsProcessing] = useState(false);
  const [error, setError] = useState<SubmitError>();
  const [orderedFields, setOrderedFields] = useState<DraftFields>();
  const [result, setResult] = useState<SubmitResult>();
  const pendingSubmit = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Whoever has gone elsewhere is neither redirected nor reloaded.
  useEffect(() => () => clearTimeout(timer.current), []);

  // The browser's Back may bring this very page back from the checkout, as it was left.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setOrderedFields(undefined);
      setIsProcessing(false);
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  async function submit(submission: Submission, guest?: GuestDetails): Promise<void> {
    if (pendingSubmit.current) return;
    pendingSubmit.current = new AbortController();
    setIsProcessing(true);
    setError(undefined);
    const { key, request, quote } = submission;
    const { signal } = pendingSubmit.current;
    const outcome = guest
      ? await submitGuestDeliveryRequest(key, toGuestRequest(request, { guest }), request, quote, signal)
      : await submitDeliveryRequest(key, request, quote, signal);
    pendingSubmit.current = undefined;
    const isLeaving = handleOutcome(outcome, submission);
    if (!isLeaving) setIsProcessing(false);
  }

  /** Answers whether the page is about to be left. */
  function handleOutcome(outcome: SubmitOutcome, submission: Submission): boolean {
    const { remove } = useDrafts.getState();
    const finish = (kind: SubmitResult['kind']) => {
      remove(submission.key);
      setResult({ kind, key: submission.key, request: submission.request });
      onFinish();
      return false;
    };
    switch (outcome.kind) {
      case 'created':
        // A slow payment provider leaves the delivery without a payment page, which its own page makes.
        showAlert('success', 'Delivery created', outcome.delivery.checkoutUrl ? undefined : PAY_LATER);
        setOrderedFields(submission.fields);
        remove(submission.key);
        goToPayment(outcome.delivery, submission.quote);
        return true;
      case 'received':
        showAlert('success', 'Delivery created');
        timer.current = setTimeout(() => window.location.reload(), GUEST_RELOAD_MS);
        return finish('received');
      case 'queued':
      case 'sending':
      case 'alreadySent':
        return finish(outcome.kind);
      case 'needsSignIn':
        setError({ sentence: 'Please sign in again to send this request. It is kept as it is.', errors: [] });
        useDialogs.getState().openAuth('login');
        return false;
      case 'refused':
        setError({ sentence: outcome.sentence, errors: outcome.errors });
        return false;
      case 'unsaved':
        setError({ sentence: NOT_SAVED_MESSAGE, errors: [] });
        return false;
    }
  }

  function goToPayment(delivery: CreatedDeliveryRequest, quote: Quote | undefined): void {
    const { id, checkoutUrl } = delivery;
    const params = { deliveryId: String(id) };
    const showDelivery = () => void navigate({ to: '/deliveries/$deliveryId', params });
    if (priceChange(quote, delivery)) {
      // The page for paying says so; nobody pays what they have not seen.
      void navigate({ to: '/deliveries/$deliveryId/payment', params });
      return;
    }
    if (!checkoutUrl) {
      showDelivery();
      return;
    }
    timer.current = setTimeout(() => {
      redirectToCheckout(checkoutUrl);
      if (safeCheckoutUrl(checkoutUrl) === undefined) showDelivery();
    }, CHECKOUT_REDIRECT_MS);
  }

  return {
    isProcessing,
    error,
    orderedFields,
    result,
    dismissResult: () => setResult(undefined),
    clearError: () => setError(undefined),
    submit: (submission, guest) => void submit(submission, guest),
    stopWaiting: () => pendingSubmit.current?.abort(),
  };
}
