import { Button, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { referenceRow, trackingNumberRow } from '../../components/NumberRows.tsx';
import { RefreshLine } from '../../components/RefreshLine.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import { ShareTracking } from '../../components/ShareTracking.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useRouteLine } from '../../components/use-route-line.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { isAwaitingPayment } from '../../contract/rules.ts';
import type { DisplayStatus } from '../../contract/status.ts';
import { arrivalOf } from '../../domain/arrival.ts';
import { tabOf } from '../../domain/delivery-list.ts';
import { deriveStatus, isFinal } from '../../domain/display-status.ts';
import { capitalize } from '../../domain/format.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { referenceOf, routeLabels, routeTitle } from '../../domain/place-labels.ts';
import { badgeOf } from '../../domain/status-styles.ts';
import { unclearEndsOf } from '../../domain/unclear-places.ts';
import { Icon } from '../../ui/Icon.tsx';
import { TextButton, TextLink } from '../../ui/Links.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { StickyBar } from '../../ui/StickyBar.tsx';
import { useNow } from '../../ui/use-now.ts';
import { whenUsed } from '../../ui/when-idle.ts';
import { editDraftOf, onceDraftsAreRead } from '../../use-cases/deliveries/change-delivery.ts';
import { refreshDelivery } from '../../use-cases/deliveries/refresh-deliveries.ts';
import { useLastLook } from '../../use-cases/last-look/use-last-look.ts';
import { useDeliveryWithPayment } from '../../use-cases/payments/use-delivery-payment.ts';
import { usePriceChangeMessage } from '../../use-cases/payments/use-price-change.ts';
import { useRefresh } from '../../use-cases/use-refresh.ts';
import { DeliveryActions } from './DeliveryActions.tsx';
import classes from './DeliveryDetailsScreen.module.css';
import { DeliveryLoader } from './DeliveryLoader.tsx';
import { DetailsPanel, MapPanel, PaymentPanel, TimelinePanel } from './DetailsPanel.tsx';
import { DETAILS_TABS, type DetailsTab } from './details-tabs.ts';
import { PayButton, PriceWithState, UnclearPlacesNotice } from './PayButton.tsx';
import { PROCESSING } from './PaymentColumn.tsx';
import { useRequestAgain } from './use-request-again.ts';
import '@mantine/core/styles/Tabs.layer.css';
import '../../ui/tabs.css';

/** The form, whose code is loaded as soon as someone uses the page of a delivery that can be changed. */
export const EditDelivery = lazyComponent(
  () => import('./EditDelivery.tsx').then((module) => module.EditDelivery),
  { showsFailure: true },
);

type DeliveryDetailsScreenProps = {
  /** The id as it is in the URL. */
  deliveryId: string;
  tab: DetailsTab;
  onTabChange: (tab: DetailsTab) => void;
};

export function DeliveryDetailsScreen({ deliveryId, ...tabs }: DeliveryDetailsScreenProps) {
  const [openedAt] = useState(() => Date.now());
  return (
    <DeliveryLoader deliveryId={deliveryId} title="Delivery Details">
      {(delivery, updatedAt) => <DeliveryDetails {...{ delivery, updatedAt, openedAt, ...tabs }} />}
    </DeliveryLoader>
  );
}

type DeliveryDetailsProps = Omit<DeliveryDetailsScreenProps, 'deliveryId'> & {
  delivery: DeliveryRequest;
  updatedAt: number | undefined;
  openedAt: number;
};

function DeliveryDetails({ delivery: loaded, updatedAt, openedAt, tab, onTabChange }: DeliveryDetailsProps) {
  const delivery = useDeliveryWithPayment(loaded);
  const [isEditing, setIsEditing] = useState(false);
  useEffect(() => {
    return onceDraftsAreRead(() => {
      if (editDraftOf(delivery.id)) setIsEditing(true);
    });
  }, [delivery.id]);
  // A delivery that was not stored has just been loaded for this page.
  const [isJustLoaded] = useState(updatedAt !== undefined && updatedAt >= openedAt);
  const derived = deriveStatus(delivery, delivery.order);
  const { canEdit } = derived;
  useEffect(() => {
    if (!canEdit) return;
    return whenUsed(() => void EditDelivery.preload());
  }, [canEdit]);
  const refreshState = useRefresh({
    check: () => refreshDelivery(delivery.id),
    statuses: [derived.status],
    isPaused: isEditing,
    isCheckedOnMount: !isJustLoaded,
  });
  /** The heading takes the focus and is in view; the form may have been scrolled far below it. */
  const closeForm = () => {
    setIsEditing(false);
    window.scrollTo({ top: 0, behavior: 'instant' });
  };
  const { from, to } = routeLabels(delivery);
  const paymentState = paymentStateOf(delivery);
  const isPaymentDue = paymentState === 'due';
  const shownTab = isEditing ? 'details' : tab;
  const isNarrow = useMediaQuery('(max-width: 1023.98px)', false);
  const barAction = isNarrow && !isEditing ? nextActionOf(delivery, derived.status) : undefined;
  const priceChangeMessage = usePriceChangeMessage(delivery);
  const now = useNow();
  const lastLook = useLastLook(delivery);
  const arrival = arrivalOf({ ...delivery, status: derived.status }, now);
  const paymentDot = isPaymentDue && (
    <span className={classes.dot}>
      <span className="sr-only">Ready to pay</span>
    </span>
  );
  return (
    <>
      <TextLink
        to="/deliveries"
        search={{ tab: tabOf(delivery) }}
        className={`text-soft font-regular ${classes.back}`}
      >
        <Icon name="back" />
        My Deliveries
      </TextLink>
      <div className={`flex flex-wrap items-center ${classes.head}`}>
        <PageHeading
          title={`${isEditing ? 'Edit Details' : 'Delivery Details'}, ${routeTitle(delivery)}`}
          step={isEditing ? 'edit' : undefined}
        >
          <bdi>{from.title}</bdi> <span className="text-muted font-regular">to</span> <bdi>{to.title}</bdi>
        </PageHeading>
        <StatusBadge {...badgeOf(derived.status)} />
        {!isEditing && (
          <div className={classes.actions}>
            <DeliveryActions
              delivery={delivery}
              derived={derived}
              hasSendAgain={barAction === 'sendAgain'}
              onEdit={() => setIsEditing(true)}
            />
          </div>
        )}
        {paymentState === 'processing' && <p className={classes.arrival}>{PROCESSING.text}</p>}
        {!isEditing && !isAwaitingPayment(delivery) && (
          <p className={`text-lg font-bold ${classes.arrival}`}>
            <span>{arrival.headline}</span> {arrival.detail !== '' && <small>{arrival.detail}</small>}
          </p>
        )}
      </div>
      {isPaymentDue && !isEditing && (
        <UnclearPlacesNotice
          delivery={delivery}
          action={<TextButton onClick={() => setIsEditing(true)}>Edit Details</TextButton>}
        />
      )}
      {isPaymentDue && shownTab !== 'payment' && priceChangeMessage && (
        <Notice tone="warn">{priceChangeMessage}</Notice>
      )}
      <RefreshLine updatedAt={updatedAt} refreshState={refreshState} lastLook={lastLook} />
      <Tabs
        value={shownTab}
        onChange={(value) => onTabChange(DETAILS_TABS.find((key) => key === value) ?? 'details')}
        keepMounted={false}
      >
        <Tabs.List className="mt-2" aria-label="Delivery">
          {DETAILS_TABS.map((key) => (
            <Tabs.Tab
              key={key}
              value={key}
              disabled={isEditing}
              rightSection={key === 'payment' && paymentDot}
            >
              {capitalize(key)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className={`stack gap-8 mt-5 ${classes.columns}`}>
          <div className="min-w-0">
            <Tabs.Panel value="details">
              {isEditing ? (
                <EditDelivery
                  delivery={delivery}
                  canEdit={canEdit}
                  onCancel={closeForm}
                  onSaved={() => {
                    closeForm();
                    refreshState.clearOutcome();
                  }}
                />
              ) : (
                <DetailsPanel delivery={delivery} />
              )}
            </Tabs.Panel>
            <Tabs.Panel value="timeline">
              <TimelinePanel delivery={delivery} status={derived.status} />
            </Tabs.Panel>
            <Tabs.Panel value="map">
              <MapPanel delivery={delivery} status={derived.status} />
            </Tabs.Panel>
            <Tabs.Panel value="payment">
              <PaymentPanel delivery={delivery} hasPayButton={barAction !== 'pay'} />
            </Tabs.Panel>
          </div>
          <DeliveryFacts
            delivery={delivery}
            status={derived.status}
            updatedAt={updatedAt}
            hasPrice={shownTab !== 'payment'}
            hasPayButton={isPaymentDue && !isEditing && shownTab !== 'payment' && barAction !== 'pay'}
          />
        </div>
      </Tabs>
      {barAction && <DeliveryBar delivery={delivery} action={barAction} />}
    </>
  );
}

function nextActionOf(delivery: DeliveryRequest, status: DisplayStatus): NextAction | undefined {
  if (paymentStateOf(delivery) === 'due') return unclearEndsOf(delivery).length > 0 ? undefined : 'pay';
  if (isFinal(status)) return 'sendAgain';
  return delivery.order ? 'share' : undefined;
}

/** The one action that is most useful now. */
type NextAction = 'pay' | 'share' | 'sendAgain';

/** The next useful action of a delivery, always in reach on a phone. (DET-41) */
function DeliveryBar({ delivery, action }: { delivery: DeliveryRequest; action: NextAction }) {
  const requestAgain = useRequestAgain();
  return (
    <StickyBar>
      <div className="stack flex-1">
        {action === 'pay' && <PayButton delivery={delivery} />}
        {action === 'share' && delivery.order && <ShareTracking guid={delivery.order.guid} />}
        {action === 'sendAgain' && (
          <Button leftSection={<Icon name="return" />} onClick={() => requestAgain(delivery)}>
            Send again
          </Button>
        )}
      </div>
    </StickyBar>
  );
}

type DeliveryFactsProps = {
  delivery: DeliveryRequest;
  status: DisplayStatus;
  updatedAt: number | undefined;
  hasPrice: boolean;
  hasPayButton: boolean;
};

/** The summary of a delivery, which every tab shows. */
function DeliveryFacts({ delivery, status, updatedAt, hasPrice, hasPayButton }: DeliveryFactsProps) {
  const { order } = delivery;
  const line = useRouteLine(status, updatedAt);
  return (
    <section className="card overflow-hidden pt-5" aria-label="Summary">
      <div className="px-5 pb-4">
        <RouteLine {...line} />
      </div>
      <Rows
        rows={[
          referenceRow(referenceOf(delivery)),
          trackingNumberRow(order?.guid),
          hasPrice && { label: 'Price', value: <PriceWithState delivery={delivery} /> },
        ]}
      />
      {hasPayButton && (
        <div className="stack gap-3 card-foot">
          <PayButton delivery={delivery} label="Pay" />
        </div>
      )}
    </section>
  );
}
