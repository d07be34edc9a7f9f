import { Age } from '../../components/Age.tsx';
import { statusOf } from '../../domain/delivery-list.ts';
import { type PaymentState, paymentStateOf } from '../../domain/payment-state.ts';
import { explainUncheckedPayment } from '../../domain/read-failure.ts';
import { paymentStatusName } from '../../domain/status-styles.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { refreshDelivery } from '../../use-cases/deliveries/refresh-deliveries.ts';
import {
  type DeliveryPaymentState,
  useDeliveryPayment,
} from '../../use-cases/payments/use-delivery-payment.ts';
import { useRefresh } from '../../use-cases/use-refresh.ts';
import { PayButton } from './PayButton.tsx';
import { HomeLink, PROCESSING } from './PaymentColumn.tsx';
import classes from './PaymentFailedScreen.module.css';
import {
  DetailsLink,
  type PaymentPageProps,
  PaymentResult,
  PaymentSummary,
  paymentPage,
} from './PaymentPage.tsx';
import { isRefunded, isReturned, REFUNDED, RETURNED } from './refunded-payment.ts';
import '../../ui/details.css';

export const PaymentFailedScreen = paymentPage('Your payment', FailedPayment);

type FailureText = { title: string; text: string; hasPayment?: boolean; reasons?: 'open' | 'none' };

/** The text contains only what the server has said about the attempt. */
function failureText(state: DeliveryPaymentState, isDue: boolean): FailureText {
  if (state.kind === 'loading') {
    return { title: 'Your payment', text: "We're checking what happened to your payment." };
  }
  if (state.kind === 'unknown') {
    return {
      title: 'Your payment',
      text: `We can't tell yet what happened to your payment. ${explainUncheckedPayment(state.failure)}`,
    };
  }
  if (state.payment === null) {
    return {
      title: 'Payment Canceled',
      text: `You left the checkout before paying.${isDue ? ' You can pay at any time.' : ''}`,
    };
  }
  if (isReturned(state.payment)) return { ...RETURNED, reasons: 'none' };
  if (isRefunded(state.payment)) return { ...REFUNDED, hasPayment: true, reasons: 'none' };
  const { status, failureMessage } = state.payment;
  switch (paymentStatusName(status)) {
    case 'paid':
      return {
        title: 'Payment Received',
        text: "We've received a payment for this delivery.",
        hasPayment: true,
        reasons: 'none',
      };
    case 'processing':
      return { ...PROCESSING, hasPayment: true, reasons: 'none' };
    default:
      return {
        title: 'Payment Failed',
        text: `${failureMessage || "Your payment was declined or wasn't completed."} You haven't been charged.`,
        reasons: 'open',
      };
  }
}

function FailedPayment(props: PaymentPageProps) {
  const { delivery } = props;
  // The stored delivery may have been paid since. The lead text says if the server does not respond.
  useRefresh({ check: () => refreshDelivery(delivery.id), statuses: [statusOf(delivery)] });
  const state = paymentStateOf(delivery);
  // The payment is read again once another tab has paid, because no attempt has failed then.
  return <PaymentAttempt key={state} {...props} state={state} />;
}

function PaymentAttempt({ delivery, updatedAt, state }: PaymentPageProps & { state: PaymentState }) {
  const isDue = state === 'due';
  const { title, text, reasons, hasPayment } = failureText(useDeliveryPayment(delivery.id), isDue);
  return (
    <PaymentResult state="unpaid" {...{ title, text }} question="Still having trouble?" answer="Get support">
      {isDue && !hasPayment && (
        <div className="stack w-full mt-2">
          <PayButton delivery={delivery} label="Try Payment Again" />
        </div>
      )}
      {reasons !== 'none' && (
        <details
          open={reasons === 'open'}
          className={`w-full mt-3 px-5 py-2 rounded-lg bg-sunken text-left ${classes.reasons}`}
        >
          <summary className="flex items-center justify-between gap-2 min-h-tap">
            <h2 className="size-md tracking-normal">Why was my card declined?</h2>
            <Icon name="down" size={16} />
          </summary>
          <ul className="pb-3 text-soft">
            <li>Insufficient funds</li>
            <li>Expired card</li>
            <li>Incorrect details</li>
          </ul>
        </details>
      )}
      <PaymentSummary delivery={delivery} amountLabel={isDue ? 'Amount due' : 'Price'} />
      {updatedAt !== undefined && <Age updatedAt={updatedAt} />}
      {!isDue && state !== 'processing' && (
        <Notice tone="info">
          {state === 'none'
            ? "This delivery was canceled, so there's nothing to pay."
            : "For this delivery, there's nothing left to pay."}
        </Notice>
      )}
      <div className="stack gap-2 w-full mt-4">
        <DetailsLink delivery={delivery} />
        <HomeLink />
      </div>
    </PaymentResult>
  );
}
