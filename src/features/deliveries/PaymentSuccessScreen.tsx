import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Age } from '../../components/Age.tsx';
import { ShareDelivery } from '../../components/ShareTracking.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { isAwaitingPayment } from '../../contract/rules.ts';
import { PAYMENT_STATUS } from '../../contract/status.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { referenceOf } from '../../domain/place-labels.ts';
import { explainUncheckedPayment, type ReadFailure } from '../../domain/read-failure.ts';
import { useUser } from '../../stores/user.ts';
import { useRetry } from '../../use-cases/connectivity/use-retry.ts';
import { reportConversion } from '../../use-cases/consent/conversion.ts';
import { refreshDelivery } from '../../use-cases/deliveries/refresh-deliveries.ts';
import { pollPayment } from '../../use-cases/payments/poll-payment.ts';
import {
  type DeliveryPaymentState,
  useDeliveryPayment,
} from '../../use-cases/payments/use-delivery-payment.ts';
import { PayButton } from './PayButton.tsx';
import { CONFIRMING, HomeLink, PROCESSING } from './PaymentColumn.tsx';
import {
  DetailsLink,
  type PaymentPageProps,
  PaymentResult,
  PaymentSummary,
  paymentPage,
} from './PaymentPage.tsx';
import { isRefunded, isReturned, REFUNDED, RETURNED } from './refunded-payment.ts';
import { showConfetti } from './show-confetti.ts';

export const PaymentSuccessScreen = paymentPage('Your payment', PaymentConfirmation);

/** Each text claims only what the server has confirmed: the checkout's redirect alone proves no payment. */
const CONFIRMATION_TEXT = {
  confirmed: {
    title: 'Payment Successful',
    text: "We've received your payment and your delivery is booked.",
  },
  confirming: CONFIRMING,
  processing: PROCESSING,
  returned: RETURNED,
  refunded: REFUNDED,
  canceled: {
    title: 'Nothing to pay',
    text: 'This delivery was canceled. Your payment history shows what happens to a payment.',
  },
  unpaid: {
    title: 'Not paid yet',
    text: "We haven't received a payment for this delivery. If you've just paid, check again before you pay a second time.",
  },
};

type PaymentConfirmationProps = PaymentPageProps & {
  /** The offer to install the app and the offer of notifications, shown once the payment is confirmed. */
  offers?: ReactNode;
};

function PaymentConfirmation({ delivery, updatedAt, offers }: PaymentConfirmationProps) {
  const isOpen = isAwaitingPayment(delivery);
  const { polled, checkAgain } = usePolledPayment(delivery.id, isOpen);
  const read = useDeliveryPayment(delivery.id, !isOpen || polled.kind === 'unpaid');
  const payment = read.kind === 'known' ? read.payment : null;
  const state = confirmationOf(delivery, polled, read);
  const firstName = useUser(({ user }) => user?.name.trim().split(/\s+/)[0] ?? '');
  const isConfirmed = state.kind === 'confirmed';
  const isUnconfirmed = isOpen && state.kind !== 'confirming';

  // A payment that was refunded since is no success.
  const isSuccess = isConfirmed && read.kind !== 'loading';
  useEffect(() => {
    if (!isSuccess) return;
    void showConfetti(delivery.id);
    reportConversion(delivery);
  }, [isSuccess, delivery]);

  const { title, text } =
    state.kind === 'unchecked'
      ? { title: 'We could not confirm your payment', text: explainUncheckedPayment(state.failure) }
      : CONFIRMATION_TEXT[state.kind];
  return (
    <PaymentResult
      state={isConfirmed ? 'paid' : isUnconfirmed ? 'unpaid' : 'confirming'}
      title={title}
      text={isConfirmed ? `Thank you${firstName && `, ${firstName}`}. ${text}` : text}
      question="Questions?"
      answer="Read the FAQ"
    >
      <div className="stack gap-2 w-full mt-2">
        {isUnconfirmed && <Button onClick={checkAgain}>Check again</Button>}
        {(state.kind === 'unpaid' || state.kind === 'returned') && (
          <PayButton delivery={delivery} variant="default" label="Pay" />
        )}
        <DetailsLink delivery={delivery} variant={isUnconfirmed ? 'default' : 'filled'} />
      </div>
      <PaymentSummary
        delivery={delivery}
        amountLabel={isConfirmed ? 'Paid' : 'Price'}
        payment={isOpen ? undefined : payment}
      />
      {isUnconfirmed && updatedAt !== undefined && <Age updatedAt={updatedAt} />}
      {isConfirmed && !delivery.order && <NextSteps />}
      <div className="stack gap-2 w-full mt-4">
        {isConfirmed && (
          <ShareDelivery
            guid={delivery.order?.guid}
            reference={referenceOf(delivery)}
            request={delivery}
            size="md"
          />
        )}
        <HomeLink />
      </div>
      {isConfirmed && offers}
    </PaymentResult>
  );
}

function NextSteps() {
  return (
    <section className="w-full mt-3 px-5 py-4 rounded-lg bg-sunken text-left">
      <h2 className="size-md tracking-normal">What happens next</h2>
      <ol className="list-decimal text-soft">
        <li>We check your request and accept it.</li>
        <li>You get a tracking number under My Deliveries.</li>
        <li>A driver picks up your package and delivers it.</li>
      </ol>
    </section>
  );
}

/** `unchecked`: the last check has failed, so the state of the payment is unknown. */
type PolledState = { kind: 'confirming' | 'unpaid' } | { kind: 'unchecked'; failure: ReadFailure };
type ConfirmationState =
  | PolledState
  | { kind: 'confirmed' | 'processing' | 'returned' | 'refunded' | 'canceled' };

/**
 * A delayed payment, which is not confirmed for days, must not be paid a second time. (PAY-10) Money that has arrived
 * and is refunded is never called missing, and no delivery is called booked after that.
 */
function confirmationOf(
  delivery: DeliveryRequest,
  polled: PolledState,
  read: DeliveryPaymentState,
): ConfirmationState {
  const payment = read.kind === 'known' ? read.payment : null;
  if (!isAwaitingPayment(delivery)) {
    const state = paymentStateOf(delivery);
    if (state === 'refunded' || (payment && isRefunded(payment))) return { kind: 'refunded' };
    return { kind: state === 'paid' ? 'confirmed' : 'canceled' };
  }
  if (polled.kind !== 'unpaid') return polled;
  if (read.kind === 'loading') return { kind: 'confirming' };
  if (payment && isReturned(payment)) return { kind: 'returned' };
  return { kind: payment?.status === PAYMENT_STATUS.processing ? 'processing' : 'unpaid' };
}

/**
 * Polls the server until the payment of the delivery is confirmed or half a minute has passed. A check that failed is
 * repeated when the server can be reached again, and the polling then continues.
 */
function usePolledPayment(id: number, isOpen: boolean) {
  const [polled, setPolled] = useState<PolledState>({ kind: 'confirming' });
  const pending = useRef<AbortController>(undefined);

  const poll = useCallback(async () => {
    pending.current?.abort();
    const controller = new AbortController();
    pending.current = controller;
    const { signal } = controller;
    /** Returns why the check has failed. The screen shows the delivery once it is paid. */
    const check = async () => {
      const refresh = await refreshDelivery(id);
      if (refresh.kind === 'failed') return refresh.failure;
      if (!signal.aborted) setPolled({ kind: 'confirming' });
      return undefined;
    };
    const failure = (await check()) ?? (await pollPayment(check, signal));
    if (!signal.aborted) setPolled(failure ? { kind: 'unchecked', failure } : { kind: 'unpaid' });
  }, [id]);

  useEffect(() => {
    if (!isOpen) return;
    void poll();
    return () => pending.current?.abort();
  }, [isOpen, poll]);

  useRetry(isOpen && polled.kind === 'unchecked' ? polled.failure : undefined, poll);

  return {
    polled,
    checkAgain: () => {
      setPolled({ kind: 'confirming' });
      void poll();
    },
  };
}
