import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { CHECKOUT_REDIRECT_MS, GUEST_RELOAD_MS } from '../../contract/constants.ts';
import type { CreatedDeliveryRequest, DeliveryRequestInput } from '../../contract/delivery-request.ts';
import type { DraftFields, GuestDetails } from '../../domain/draft.ts';
import { guestRequestOf } from '../../domain/payload.ts';
import { priceChange } from '../../domain/quote.ts';
import { goToCheckout, safeCheckoutUrl } from '../../flows/pay.ts';
import { type SubmitOutcome, submitDeliveryRequest, submitGuestRequest } from '../../flows/submit.ts';
import type { Quote } from '../../outbox/entry.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { useDrafts } from '../../stores/drafts.ts';

/** What the person is told beside the button when a submit did not go through. */
export type SubmitFault = { sentence: string; errors: { path: string; message: string }[] };
/** What the start of the wizard says of the request before. */
export type Aftermath = {
  kind: 'queued' | 'alreadySent' | 'received';
  key: string;
  request: DeliveryRequestInput;
};

export type Submission = {
  key: string;
  fields: DraftFields;
  request: DeliveryRequestInput;
  quote: Quote | undefined;
};

export type Submit = {
  isProcessing: boolean;
  fault: SubmitFault | undefined;
  /** What was ordered, shown until the browser leaves for the checkout. */
  ordered: DraftFields | undefined;
  aftermath: Aftermath | undefined;
  dismissAftermath: () => void;
  clearFault: () => void;
  submit: (submission: Submission, guest?: GuestDetails) => void;
  /** Stops waiting for a slow answer; the request is saved and goes out by itself. */
  stopWaiting: () => void;
};

const UNSAVED =
  'This device could not save your request, so nothing was sent. Your request is still here: please try again.';

/** Sends a request once, however often the button is pressed, and does what its outcome asks for. */
export function useSubmit(onStartOver: () => void): Submit {
  const navigate = useNavigate();
  const [isProcessing, setProcessing] = useState(false);
  const [fault, setFault] = useState<SubmitFault>();
  const [ordered, setOrdered] = useState<DraftFields>();
  const [aftermath, setAftermath] = useState<Aftermath>();
  const waiting = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Whoever has gone elsewhere is neither redirected nor reloaded.
  useEffect(() => () => clearTimeout(timer.current), []);

  // The browser's Back may bring this very page back from the checkout, as it was left.
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setOrdered(undefined);
      setProcessing(false);
    };
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  async function submit(submission: Submission, guest?: GuestDetails): Promise<void> {
    if (waiting.current) return;
    waiting.current = new AbortController();
    setProcessing(true);
    setFault(undefined);
    const { key, request, quote } = submission;
    const { signal } = waiting.current;
    const outcome = guest
      ? await submitGuestRequest(key, guestRequestOf(request, { guest }), request, quote, signal)
      : await submitDeliveryRequest(key, request, quote, signal);
    waiting.current = undefined;
    const isLeaving = conclude(outcome, submission);
    if (!isLeaving) setProcessing(false);
  }

  /** Answers whether the page is about to be left. */
  function conclude(outcome: SubmitOutcome, submission: Submission): boolean {
    const { remove } = useDrafts.getState();
    const finish = (kind: Aftermath['kind']) => {
      remove(submission.key);
      setAftermath({ kind, key: submission.key, request: submission.request });
      onStartOver();
      return false;
    };
    switch (outcome.kind) {
      case 'created':
        showAlert('success', 'Delivery created');
        setOrdered(submission.fields);
        remove(submission.key);
        leaveFor(outcome.delivery, submission.quote);
        return true;
      case 'received':
        showAlert('success', 'Delivery created');
        timer.current = setTimeout(() => window.location.reload(), GUEST_RELOAD_MS);
        return finish('received');
      case 'queued':
      case 'alreadySent':
        return finish(outcome.kind);
      case 'needsSignIn':
        setFault({ sentence: 'Please sign in again to send this request. It is kept as it is.', errors: [] });
        useDialogs.getState().openAuth('login');
        return false;
      case 'refused':
        setFault({ sentence: outcome.sentence, errors: outcome.errors });
        return false;
      case 'unsaved':
        setFault({ sentence: UNSAVED, errors: [] });
        return false;
    }
  }

  function leaveFor(delivery: CreatedDeliveryRequest, quote: Quote | undefined): void {
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
      goToCheckout(checkoutUrl);
      if (safeCheckoutUrl(checkoutUrl) === undefined) showDelivery();
    }, CHECKOUT_REDIRECT_MS);
  }

  return {
    isProcessing,
    fault,
    ordered,
    aftermath,
    dismissAftermath: () => setAftermath(undefined),
    clearFault: () => setFault(undefined),
    submit: (submission, guest) => void submit(submission, guest),
    stopWaiting: () => waiting.current?.abort(),
  };
}
