import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { referenceOf, routeTitle } from './place-labels.ts';

/** The `mailto:` URL of an email that asks support to cancel a delivery. Opening it sends nothing. */
export function cancellationEmailUrl(supportEmail: string, delivery: DeliveryRequest): string {
  const reference = referenceOf(delivery);
  const lines = [
    `Please cancel my delivery ${reference}, ${routeTitle(delivery)}.`,
    ...(delivery.order ? [`Tracking number: ${delivery.order.guid}`] : []),
    '',
  ];
  const subject = encodeURIComponent(`Cancel delivery ${reference}`);
  return `mailto:${supportEmail}?subject=${subject}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}
