import type { ReactNode } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { ROUTE_END_LABELS } from '../../domain/route-end-key.ts';
import { assumedDistanceOfDelivery, unclearEndsOf } from '../../domain/unclear-places.ts';
import { useApp } from '../../stores/app.ts';
import { Notice } from '../../ui/Notice.tsx';

export const PAY_IS_CLOSED = 'Pick the place under Edit Details first. Then we confirm the price.';

/** Says which place must be picked before the delivery can be paid. (PLC-08) */
export function UnclearPlacesNotice({ delivery, action }: { delivery: DeliveryRequest; action?: ReactNode }) {
  const ends = unclearEndsOf(delivery);
  if (ends.length === 0) return null;
  const snapshots = { pickUp: delivery.pickUpSnapshot, dropOff: delivery.dropOffSnapshot };
  const names = ends.map((end) => `“${snapshots[end].name}” (${ROUTE_END_LABELS[end].name})`);
  const isOne = ends.length === 1;
  return (
    <Notice
      tone="warn"
      title={`Pick the ${isOne ? 'place' : 'places'} on the map so that we can confirm the price`}
      action={action}
    >
      <bdi>{`We don't know where ${names.join(' and ')} ${isOne ? 'is' : 'are'}. Nothing has been charged.`}</bdi>
    </Notice>
  );
}

/** "Distance not known yet, 15 km assumed", beside the price of a delivery. */
export function AssumedDistance({ delivery }: { delivery: DeliveryRequest }) {
  const tariff = useApp(({ config }) => config.tariff);
  const text = assumedDistanceOfDelivery(delivery, tariff);
  return text === undefined ? null : <small>{text}</small>;
}
