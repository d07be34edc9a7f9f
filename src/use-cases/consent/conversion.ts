import { DEFAULT_CURRENCY } from '../../contract/currency-text.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { useApp } from '../../stores/app.ts';
import { claimOncePerDevice } from '../storage/once-per-device.ts';

const CONVERSION_URL = 'https://www.googleadservices.com/pagead/conversion';

export type Conversion = {
  /** The operator's conversion id as the ad service writes it: "AW-123456789/label". */
  sendTo: string;
  value: number;
  currency: string;
  /** Lets the ad service recognise duplicates. */
  transactionId: string;
};

let conversionSender: (conversion: Conversion) => void = sendConversion;

/** Replaces the default ad service; tests use this. */
export function setConversionSender(sender: (conversion: Conversion) => void): void {
  conversionSender = sender;
}

/**
 * Reports a paid delivery to the ad service, once per delivery. It sends nothing unless the operator has set a
 * conversion id and the user has consented.
 */
export function reportConversion(delivery: DeliveryRequest): void {
  const { config, consent } = useApp.getState();
  const sendTo = config.analytics.conversionId;
  if (sendTo === '' || consent !== 'granted') return;
  if (paymentStateOf(delivery) !== 'paid' || typeof delivery.estimatedPrice !== 'number') return;
  if (!claimOncePerDevice(`conversion-${delivery.id}`)) return;
  conversionSender({
    sendTo,
    value: delivery.estimatedPrice,
    currency: delivery.currency || DEFAULT_CURRENCY,
    transactionId: String(delivery.id),
  });
}

/**
 * Requests the ad service's tracking pixel, which it documents for pages without its script. So no third-party
 * code runs on this page, and only the event is sent.
 */
function sendConversion(conversion: Conversion): void {
  new Image().src = conversionUrl(conversion);
}

export function conversionUrl({ sendTo, value, currency, transactionId }: Conversion): string {
  const [account = '', label = ''] = sendTo.split('/');
  const query = new URLSearchParams({
    label,
    value: value.toFixed(2),
    currency_code: currency,
    oid: transactionId,
    script: '0',
  });
  return `${CONVERSION_URL}/${encodeURIComponent(account.replace(/^AW-/, ''))}/?${query}`;
}
