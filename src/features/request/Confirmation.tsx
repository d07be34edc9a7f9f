import { useWindowEvent } from '@mantine/hooks';
import { CalendarButton } from '../../components/CalendarButton.tsx';
import { trackingNumberRow } from '../../components/NumberRows.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import { ShareDelivery } from '../../components/ShareTracking.tsx';
import { SpeedText } from '../../components/SpeedText.tsx';
import type { GuestRequestState } from '../../contract/delivery-request.ts';
import { formatMoney } from '../../contract/money.ts';
import { assumedDistanceLabel } from '../../contract/price.ts';
import { displayStatusOfOrder, displayStatusOfRequest } from '../../contract/status.ts';
import { expectedDays } from '../../domain/calendar-file.ts';
import { formatDateTime } from '../../domain/dates.ts';
import { AMOUNT_LABELS } from '../../domain/guest-amount.ts';
import { packageSummary } from '../../domain/parcel.ts';
import { referenceOf, routeTitle } from '../../domain/place-labels.ts';
import { type Quote, requestOfEntry, type SentEntry } from '../../outbox/entry.ts';
import { isSavedOnDevice } from '../../outbox/queue.ts';
import { useApp } from '../../stores/app.ts';
import { findPackageOfRequest, useTracked } from '../../stores/tracked.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ButtonLink } from '../../ui/Links.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { useGuestRequestState } from '../../use-cases/deliveries/use-guest-request-state.ts';
import { useGuestPriceChangeMessage } from '../../use-cases/payments/use-price-change.ts';

type ConfirmationProps = {
  entry: SentEntry;
  /** Called when the user begins to use the page, which then must not reload. */
  onUse: () => void;
  onRequestAnother: () => void;
};

/** What a guest has ordered and what happens next, in place of the wizard. (WIZ-47, WIZ-48) */
export function Confirmation({ entry, onUse, onRequestAnother }: ConfirmationProps) {
  const state = useGuestRequestState(entry.id);
  const stored = useTracked(({ list }) => findPackageOfRequest(list, entry.response.id));
  const trackingNumber = state?.trackingNumber ?? stored?.guid;
  const payment = state?.payment ?? undefined;
  const isDue = payment?.status === 'due';
  const priceChangeMessage = useGuestPriceChangeMessage(payment && { ...payment, id: entry.response.id });
  const presets = useApp(({ config }) => config.presets);
  const request = requestOfEntry(entry);
  // A receipt that the device has stored earlier may have no reference yet.
  const reference = referenceOf({ ...entry.response, ...state });
  const isAccepted = trackingNumber !== undefined || payment !== undefined;
  const status = state ? displayStatusOfRequest(state) : stored && displayStatusOfOrder(stored.tracking);
  const isCanceled = status === 'canceled';
  const openTitle = isAccepted ? 'Your request is accepted' : 'We received your request';
  const title = isCanceled ? CANCELED : openTitle;
  useWindowEvent('pointerdown', onUse);
  useWindowEvent('keydown', onUse);
  return (
    <div className="stack gap-5">
      <PageHeading step="received">{title}</PageHeading>
      {!isSavedOnDevice(entry.id) && (
        <Notice tone="warn" title="This device can't save your receipt">
          Note the reference {reference} before you close this page.
        </Notice>
      )}
      {priceChangeMessage && <Notice tone="warn">{priceChangeMessage}</Notice>}
      {isDue && (
        <ButtonLink to="/pay/$key" params={{ key: payment.key }}>
          {`Pay ${formatMoney(payment.amount, payment.currency)}`}
        </ButtonLink>
      )}
      <div className="card overflow-hidden">
        <Rows
          isAtTop
          rows={[
            {
              label: 'Reference',
              value: <span className="code">{reference}</span>,
              action: <CopyButton value={reference} valueName="reference" />,
            },
            trackingNumberRow(trackingNumber),
          ]}
        />
      </div>
      <section aria-labelledby="next-heading">
        <h2 id="next-heading" className="text-lg mb-2">
          What happens next
        </h2>
        <ol className="list-decimal stack gap-2">
          {nextSteps(entry, { payment, isTracked: trackingNumber !== undefined, isCanceled }).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section className="card overflow-hidden pt-5" aria-label="Your request">
        <div className="px-5 pb-4">
          <RouteLine />
        </div>
        <Rows
          rows={[
            { label: 'Pick-up', value: <bdi>{request.pickUpSnapshot.name}</bdi> },
            { label: 'Drop-off', value: <bdi>{request.dropOffSnapshot.name}</bdi> },
            { label: 'Package', value: packageSummary(request, presets) },
            { label: 'Delivery', value: <SpeedText request={request} /> },
            payment
              ? { label: AMOUNT_LABELS[payment.status], value: formatMoney(payment.amount, payment.currency) }
              : entry.quote && { label: 'Estimated price', value: <QuotedPrice {...entry.quote} /> },
            { label: 'Sent', value: formatDateTime(entry.sentAt) ?? 'Unknown time' },
          ]}
        />
      </section>
      <div className="flex flex-wrap gap-2">
        {trackingNumber !== undefined && (
          <ButtonLink size="sm" to="/tracking" search={{ guid: trackingNumber }}>
            Track Package
          </ButtonLink>
        )}
        <ShareDelivery guid={trackingNumber} reference={reference} request={request} />
        {!isCanceled && (
          <CalendarButton
            event={() => ({
              uid: `request-${entry.id}@send`,
              title: `Delivery expected: ${routeTitle(request)}`,
              ...expectedDays(request.deliveryType, entry.sentAt),
              description: `Reference ${reference}. The day is not confirmed yet.`,
            })}
          />
        )}
        <SmallButton onClick={onRequestAnother}>Request another delivery</SmallButton>
      </div>
    </div>
  );
}

function QuotedPrice({ estimatedPrice, currency, assumedKm }: Quote) {
  return (
    <>
      <span>{formatMoney(estimatedPrice, currency)}</span>
      {assumedKm !== undefined && (
        <small className="block text-soft">{assumedDistanceLabel(assumedKm)}</small>
      )}
    </>
  );
}

const CANCELED = 'Your delivery was canceled';

type RequestPayment = NonNullable<GuestRequestState['payment']>;

/** Each sentence claims only what the server has confirmed. */
const PAYMENT_STEPS: Record<RequestPayment['status'], (price: string) => string> = {
  due: (price) =>
    `Nothing has been charged yet. Pay ${price}, and we'll start your delivery. You need no account.`,
  processing: () => 'Your bank is working on your payment. Please do not pay again.',
  paid: (price) => `You have paid ${price}.`,
  paidOtherwise: () => 'Your delivery is paid.',
  refunded: (price) => `We have refunded ${price}. Your bank may need some days until you see the money.`,
  closed: () => 'There is nothing left to pay.',
};

/** The steps that follow, in plain sentences; the payment has a step of its own. */
function nextSteps(
  { intent, quote }: SentEntry,
  facts: { payment: RequestPayment | undefined; isTracked: boolean; isCanceled: boolean },
): string[] {
  const { payment, isTracked, isCanceled } = facts;
  const paymentStep = payment && PAYMENT_STEPS[payment.status](formatMoney(payment.amount, payment.currency));
  if (isCanceled) return [`${CANCELED}.`, paymentStep].filter((step) => step !== undefined);
  const { email = '', phone = '' } = intent.kind === 'submitGuestRequest' ? intent.body : {};
  const check =
    quote?.assumedKm === undefined
      ? 'We check your request.'
      : 'We check where your places are, and then confirm the price. It may differ from the estimate.';
  const tracking =
    email !== ''
      ? `We'll email the tracking number to ${email} once your request is accepted and paid.`
      : 'The tracking number appears here once your request is accepted and paid.';
  const charge =
    "Nothing has been charged yet. We'll tell you how to pay once we have accepted your request.";
  return [
    !isTracked && !payment && check,
    isTracked && 'Your request is accepted. Follow your package with its tracking number.',
    paymentStep,
    !isTracked && !payment && charge,
    !isTracked && tracking,
    phone !== '' && `The driver calls ${phone} if there is a question.`,
  ].filter((step) => typeof step === 'string');
}
