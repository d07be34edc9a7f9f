import { Button } from '@mantine/core';
import { trackingUrl } from '../../components/ShareTracking.tsx';
import { SpeedText } from '../../components/SpeedText.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { PlaceSnapshot } from '../../contract/place.ts';
import { code128 } from '../../domain/code128.ts';
import { formatSides, formatWeight } from '../../domain/format.ts';
import { placeDetails } from '../../domain/place-details.ts';
import { referenceOf } from '../../domain/place-labels.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import classes from './LabelScreen.module.css';
import { DetailsLink, type PaymentPageProps, paymentPage } from './PaymentPage.tsx';

export const LabelScreen = paymentPage('Shipping Label', LabelPage);

/** The shipping label of an accepted delivery, made for printing on A6. */
function LabelPage({ delivery }: PaymentPageProps) {
  return (
    <div className={`stack gap-4 ${classes.page}`}>
      <PageHeading>Shipping Label</PageHeading>
      {delivery.order ? (
        <>
          <p className={`text-soft ${classes.hint}`}>
            Print the label on A6 paper and stick it on your package.
          </p>
          <Button className={classes.actions ?? ''} onClick={() => window.print()}>
            Print label
          </Button>
          <ShippingLabel delivery={delivery} order={delivery.order} />
        </>
      ) : (
        <Notice tone="info">The label is ready as soon as your delivery is paid and accepted.</Notice>
      )}
      <div className={`stack gap-2 ${classes.actions}`}>
        <DetailsLink delivery={delivery} />
      </div>
    </div>
  );
}

type ShippingLabelProps = { delivery: DeliveryRequest; order: NonNullable<DeliveryRequest['order']> };

function ShippingLabel({ delivery, order: { guid } }: ShippingLabelProps) {
  const given = referenceOf(delivery);
  // The reference of another API may be too long for a scanner, or contain characters that the barcode lacks.
  const reference = /^[!-~]{1,24}$/.test(given) ? given : String(delivery.id);
  return (
    <article className={`stack mx-auto wrap-anywhere ${classes.label}`} aria-label="Shipping label">
      <LabelPlace title="To" place={delivery.dropOffSnapshot} isLarge />
      <LabelPlace title="From" place={delivery.pickUpSnapshot} />
      <div className={classes.middle}>
        <QrCode text={trackingUrl(guid)} label="QR code of the tracking page" />
        <div className={classes.facts}>
          <span>{formatWeight(delivery.weight)}</span>
          <span>{formatSides(delivery)}</span>
          <span>
            <SpeedText request={delivery} />
          </span>
          {delivery.isFragile && <b className={classes.fragile}>FRAGILE</b>}
        </div>
      </div>
      <Barcode text={reference} />
      <b className={classes.reference}>{reference}</b>
    </article>
  );
}

function LabelPlace({ title, place, isLarge }: { title: string; place: PlaceSnapshot; isLarge?: boolean }) {
  const details = placeDetails(place);
  return (
    <div className={classes.place} data-large={isLarge}>
      <small>{title}</small>
      <bdi>{place.name}</bdi>
      {details !== '' && <span>{details}</span>}
    </div>
  );
}

/** The empty space on both sides that scanners need, in modules. */
const QUIET_ZONE = 10;

/** A Code 128 barcode, as wide as its container. */
function Barcode({ text }: { text: string }) {
  const widths = code128(text);
  let x = QUIET_ZONE;
  let path = '';
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`;
    x += width;
  }
  return (
    <svg
      className={classes.barcode}
      viewBox={`0 0 ${x + QUIET_ZONE} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Barcode of ${text}`}
    >
      <path d={path} />
    </svg>
  );
}
