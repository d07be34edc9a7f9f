import { RouteEnds } from '../../components/RouteEnds.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import { SpeedText } from '../../components/SpeedText.tsx';
import { Timeline } from '../../components/Timeline.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { PlaceSnapshot } from '../../contract/place.ts';
import type { DisplayStatus } from '../../contract/status.ts';
import { formatDateTime } from '../../domain/dates.ts';
import { formatSides, formatVolume, formatWeight } from '../../domain/format.ts';
import { packageSummary, sizeName } from '../../domain/parcel.ts';
import { type PaymentState, paymentStateOf } from '../../domain/payment-state.ts';
import { placeDetails } from '../../domain/place-details.ts';
import { routeDescription, routeLabels } from '../../domain/place-labels.ts';
import { ROUTE_LINES } from '../../domain/status-styles.ts';
import { unclearEndsOf } from '../../domain/unclear-places.ts';
import { RouteMapFigure } from '../../map/RouteMapFigure.tsx';
import { endAt } from '../../map/route-end.ts';
import { useApp } from '../../stores/app.ts';
import { TextLink } from '../../ui/Links.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { Rows, type RowsProps } from '../../ui/Rows.tsx';
import { usePriceChangeMessage } from '../../use-cases/payments/use-price-change.ts';
import classes from './DetailsPanel.module.css';
import { PayButton, PriceWithState } from './PayButton.tsx';
import { PROCESSING } from './PaymentColumn.tsx';
import { REFUNDED } from './refunded-payment.ts';

/** All details of the request: places, package, speed and instructions. */
export function DetailsPanel({ delivery }: { delivery: DeliveryRequest }) {
  const presets = useApp(({ config }) => config.presets);
  const note = delivery.deliveryNote?.trim() ?? '';
  return (
    <div className="stack gap-6">
      <FactSection
        title="Places"
        rows={[
          { label: 'Pick-up', value: <PlaceText place={delivery.pickUpSnapshot} /> },
          { label: 'Drop-off', value: <PlaceText place={delivery.dropOffSnapshot} /> },
        ]}
      />
      <FactSection
        title="Package"
        rows={[
          { label: 'Size', value: `${sizeName(delivery, presets)}, ${formatSides(delivery)}` },
          { label: 'Volume', value: formatVolume(delivery.volume) },
          { label: 'Weight', value: formatWeight(delivery.weight) },
          { label: 'Fragile', value: delivery.isFragile ? 'Yes' : 'No' },
        ]}
      />
      <FactSection
        title="Delivery"
        rows={[
          { label: 'Speed', value: <SpeedText request={delivery} /> },
          {
            label: 'Instructions',
            value:
              note === '' ? (
                <span className="text-muted">None</span>
              ) : (
                <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
                  {note}
                </p>
              ),
          },
          { label: 'Requested', value: formatDateTime(delivery.created) ?? 'Unknown time' },
          { label: 'Last modified', value: formatDateTime(delivery.lastModified) ?? 'Unknown time' },
        ]}
      />
    </div>
  );
}

function FactSection({ title, rows }: { title: string; rows: RowsProps['rows'] }) {
  return (
    <PageSection title={title}>
      <div className="card overflow-hidden">
        <Rows isAtTop rows={rows} />
      </div>
    </PageSection>
  );
}

function PlaceText({ place }: { place: PlaceSnapshot }) {
  const details = placeDetails(place);
  return (
    <>
      <bdi>{place.name}</bdi>
      {details !== '' && <small className="block">{details}</small>}
    </>
  );
}

export function TimelinePanel({ delivery, status }: { delivery: DeliveryRequest; status: DisplayStatus }) {
  const { order } = delivery;
  return (
    <>
      <h2 className="sr-only">Timeline</h2>
      <Timeline {...{ status, order }} request={delivery} destination={routeLabels(delivery).to.title} />
    </>
  );
}

export function MapPanel({ delivery, status }: { delivery: DeliveryRequest; status: DisplayStatus }) {
  const line = ROUTE_LINES[status];
  return (
    <RouteMapFigure
      from={endAt(delivery.pickUpSnapshot)}
      to={endAt(delivery.dropOffSnapshot)}
      progress={line.progress}
      caption={routeDescription(delivery)}
    >
      <RouteLine {...line} />
      <RouteEnds {...routeLabels(delivery)} />
    </RouteMapFigure>
  );
}

const PAYMENT_STATE_TEXT: Record<PaymentState, { title: string; text: string }> = {
  due: {
    title: 'Ready to pay',
    text: "We'll start as soon as we receive your payment. You pay by card on a secure page.",
  },
  processing: PROCESSING,
  paid: { title: 'Paid', text: 'Your receipt is in your payment history.' },
  refunded: REFUNDED,
  none: { title: 'Nothing to pay', text: 'This delivery was canceled.' },
};

type PaymentPanelProps = { delivery: DeliveryRequest; hasPayButton: boolean };

export function PaymentPanel({ delivery, hasPayButton }: PaymentPanelProps) {
  const presets = useApp(({ config }) => config.presets);
  const state = paymentStateOf(delivery);
  const { title, text } = PAYMENT_STATE_TEXT[state];
  const isUnclear = unclearEndsOf(delivery).length > 0;
  const priceChangeMessage = usePriceChangeMessage(delivery);
  return (
    <div className={`stack justify-items-start gap-4 ${classes.panel}`}>
      {!isUnclear && (
        <Notice tone={state === 'due' ? 'warn' : state === 'paid' ? 'success' : 'plain'} title={title}>
          {text}
        </Notice>
      )}
      <div className="card overflow-hidden w-full">
        <Rows
          isAtTop
          rows={[
            { label: 'Price', value: <PriceWithState delivery={delivery} /> },
            { label: 'Package', value: packageSummary(delivery, presets) },
            { label: 'Delivery', value: <SpeedText request={delivery} /> },
          ]}
        />
      </div>
      {priceChangeMessage && <Notice tone="warn">{priceChangeMessage}</Notice>}
      {state === 'due' && hasPayButton && <PayButton delivery={delivery} />}
      {state === 'due' && (
        <TextLink to="/deliveries/$deliveryId/payment" params={{ deliveryId: String(delivery.id) }}>
          Payment options
        </TextLink>
      )}
      {(state === 'paid' || state === 'refunded') && (
        <TextLink to="/account" search={{ tab: 'billing', list: 'history' }}>
          Payment history
        </TextLink>
      )}
    </div>
  );
}
