import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { DEFAULT_CURRENCY } from '../../contract/money.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { useApp } from '../../stores/app.ts';
import { claimOncePerDevice } from '../storage/once-per-device.ts';

const CONVERSION_URL = 'https://www.googleadservices.com/pagead/conversion';

/**
 * Reports a paid delivery to the ad service, once per delivery. It sends nothing unless the operator has set a
 * conversion id and the user has consented. It requests the ad service's tracking pixel, which the service documents for
 * pages without its script. So no third-party code runs on this page, and only the event is sent.
 */
export function reportConversion(delivery: DeliveryRequest): void {
  const { config, consent } = useApp.getState();
  const sendTo = config.analytics.conversionId;
  if (sendTo === '' || consent !== 'granted') return;
  if (paymentStateOf(delivery) !== 'paid' || typeof delivery.estimatedPrice !== 'number') return;
  if (!claimOncePerDevice(`conversion-${delivery.id}`)) return;
  // The ad service writes the id as "AW-123456789/label".
  const [account = '', label = ''] = sendTo.split('/');
  const query = new URLSearchParams({
    label,
    value: delivery.estimatedPrice.toFixed(2),
    currency_code: delivery.currency || DEFAULT_CURRENCY,
    // Lets the ad service recognize duplicates.
    oid: String(delivery.id),
    script: '0',
  });
  new Image().src = `${CONVERSION_URL}/${encodeURIComponent(account.replace(/^AW-/, ''))}/?${query}`;
}
