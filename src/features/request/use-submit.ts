import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { CreatedDeliveryRequest, DeliveryRequestInput } from '../../contract/delivery-request.ts';
import type { DraftFields, GuestDetails } from '../../domain/draft.ts';
import { priceChange } from '../../domain/price-change.ts';
import { toGuestRequest } from '../../domain/request-payload.ts';
import { unclearEndsOf } from '../../domain/unclear-places.ts';
import type { Intent, Quote } from '../../outbox/entry.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { markSubmitted, useDrafts } from '../../stores/drafts.ts';
import { accountOf, currentAccount, useUser } from '../../stores/user.ts';
import type { Rejection, SubmitOutcome } from '../../use-cases/deliveries/submit-delivery-request.ts';
import { redirectToCheckout, safeCheckoutUrl } from '../../use-cases/payments/checkout.ts';

export const GUEST_RELOAD_MS = 4000;
export const CHECKOUT_REDIRECT_MS = 500;

/** The result of the last submit, which the first wizard step shows. */
export type SubmitResult = {
  kind: 'queued' | 'sending' | 'alreadySent' | 'received';
  key: string;
  request: DeliveryRequestInput;
};

type Submission = {
  key: string;
  fields: DraftFields;
  request: DeliveryRequestInput;
  quote: Quote | undefined;
};

export type SubmitState = ReturnType<typeof useSubmit>;
type Outcome = SubmitOutcome | { kind: 'failed' };

const NOT_SENT_MESSAGES = {
  needsLogin: 'Log in again to send this request. It is saved on this device.',
  failed: "We couldn't send your request. Nothing is lost. Please try again.",
  unsaved:
    "We couldn't send your request yet, and this device can't save it. Keep this page open: we'll send it as soon as we can.",
};

/** What the customer must know about a delivery that has no payment page yet. */
function nextStepOf(delivery: CreatedDeliveryRequest): string | undefined {
  if (unclearEndsOf(delivery).length > 0)
    return 'Pick the place on the map so that we can confirm the price.';
  // A slow payment provider leaves the delivery without a payment page, which its own page makes.
  return delivery.checkoutUrl ? undefined : 'Payment is being prepared. You can pay from the delivery page.';
}

type UseSubmitOptions = {
  /** Called when the request is saved and its draft is gone. */
  onFinish: () => void;
  onReceived: (key: string) => void;
};

/** Submits a request exactly once, even if the button is pressed repeatedly, and handles the outcome. */
export function useSubmit({ onFinish, onReceived }: UseSubmitOptions) {
  const router = useRouter();
  const [isProcessing, setIsProcessing] = useState(false);
  const [error, setError] = useState<Rejection & { key: string }>();
  const [orderedFields, setOrderedFields] = useState<DraftFields>();
  const [result, setResult] = useState<SubmitResult>();
  const pendingSubmit = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isRemoved = useRef(false);
  // The location is that of the next page as soon as a link is pressed, and the wizard stays until that page has loaded.
  const hasLeft = () => isRemoved.current || router.latestLocation.pathname !== '/';

  // A user who has left the wizard is neither redirected nor reloaded. The outbox tells them when the request is sent.
  useEffect(() => {
    isRemoved.current = false;
    return () => {
      isRemoved.current = true;
      pendingSubmit.current?.abort();
      clearTimeout(timer.current);
    };
  }, []);

  // Back from the checkout may restore this page from the back/forward cache, at the URL that `goToPayment` has given it.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      const isMoved = location.pathname !== router.latestLocation.pathname;
      if (persisted && isMoved) router.history.replace(location.pathname);
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [router]);

  async function submit(submission: Submission, guest?: GuestDetails): Promise<void> {
    if (pendingSubmit.current) return;
    const controller = new AbortController();
    pendingSubmit.current = controller;
    setIsProcessing(true);
    setError(undefined);
    const { key, request, quote } = submission;
    const submittedAt = markSubmitted(key);
    // Someone may have logged in since the dialog was opened, for instance in another tab.
    const { user } = useUser.getState();
    let outcome: Outcome;
    try {
      // The outbox is not part of the page's own files. It is loaded after hydration, long before anyone can submit.
      const use = await import('../../use-cases/deliveries/submit-delivery-request.ts');
      const intent: Intent = guest
        ? {
            kind: 'submitGuestRequest',
            body: toGuestRequest(request, user === null ? { guest } : { user }),
            request,
          }
        : { kind: 'createDeliveryRequest', body: request };
      outcome = await use.submitDeliveryRequest(key, intent, quote, controller.signal);
    } catch (error) {
      console.warn('The request could not be submitted', error);
      outcome = { kind: 'failed' };
    }
    pendingSubmit.current = undefined;
    // Another account may have logged in meanwhile, and the outcome does not concern it.
    const isOthers = user !== null && ![accountOf(user), undefined].includes(currentAccount());
    const isLeaving = !isOthers && handleOutcome(outcome, submission, submittedAt);
    if (!isLeaving) setIsProcessing(false);
  }

  /** Returns whether the page is about to redirect. */
  function handleOutcome(outcome: Outcome, submission: Submission, submittedAt: number): boolean {
    const removeDraft = () => useDrafts.getState().remove(submission.key, submittedAt);
    const finish = (kind: SubmitResult['kind']) => {
      removeDraft();
      if (hasLeft()) return false;
      setResult({ kind, key: submission.key, request: submission.request });
      if (kind === 'received') onReceived(submission.key);
      else onFinish();
      return false;
    };
    switch (outcome.kind) {
      case 'created':
        showAlert('success', 'Delivery created', nextStepOf(outcome.delivery));
        setOrderedFields(submission.fields);
        removeDraft();
        if (!hasLeft()) goToPayment(outcome.delivery, submission.quote);
        return true;
      case 'received':
        showAlert('success', 'Delivery created');
        // After a reload, a device that cannot store the receipt would not show it any more.
        if (outcome.isSaved && !hasLeft()) {
          timer.current = setTimeout(() => hasLeft() || window.location.reload(), GUEST_RELOAD_MS);
        }
        return finish('received');
      case 'queued':
      case 'sending':
      case 'alreadySent':
        return finish(outcome.kind);
      case 'rejected':
        setError({ ...outcome, key: submission.key });
        return false;
      case 'needsLogin':
      case 'unsaved':
      case 'failed':
        setError({ key: submission.key, message: NOT_SENT_MESSAGES[outcome.kind], errors: [] });
        if (outcome.kind === 'needsLogin' && !hasLeft()) useDialogs.getState().openAuth('login');
        return false;
    }
  }

  function goToPayment(delivery: CreatedDeliveryRequest, quote: Quote | undefined): void {
    const { id, checkoutUrl } = delivery;
    const params = { deliveryId: String(id) };
    const showDelivery = () => void router.navigate({ to: '/deliveries/$deliveryId', params });
    if (unclearEndsOf(delivery).length > 0) {
      // The delivery cannot be paid yet, and its page says why.
      showDelivery();
    } else if (priceChange(quote, delivery)) {
      // The payment page explains the new price, so that no one is charged a price they have not seen.
      void router.navigate({ to: '/deliveries/$deliveryId/payment', params });
    } else if (checkoutUrl) {
      timer.current = setTimeout(() => {
        if (hasLeft()) return;
        if (safeCheckoutUrl(checkoutUrl) === undefined) showDelivery();
        // Back from the checkout opens the payment page instead of an empty wizard. The router's own function, which
        // replaces that of the browser, would show that page now.
        else History.prototype.replaceState.call(history, history.state, '', `/deliveries/${id}/payment`);
        redirectToCheckout(checkoutUrl);
      }, CHECKOUT_REDIRECT_MS);
    } else {
      showDelivery();
    }
  }

  return {
    isProcessing,
    error,
    /** The submitted fields, shown until the browser redirects to the checkout. */
    orderedFields,
    result,
    dismissResult: () => setResult(undefined),
    submit: (submission: Submission, guest?: GuestDetails) => void submit(submission, guest),
    /** Keeps the page, which otherwise reloads some seconds after a guest's request. */
    cancelReload: () => clearTimeout(timer.current),
    /** Stops waiting for a slow response; the outbox has saved the request and sends it in the background. */
    stopWaiting: () => pendingSubmit.current?.abort(),
  };
}
