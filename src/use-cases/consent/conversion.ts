import { DEFAULT_CURRENCY } from '../../contract/constants.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { useApp } from '../../stores/app.ts';
import { claimOncePerDevice } from '../storage/once-per-device.ts';
import { sendConversion } from './ad-service.ts';

export type Conversion = {
  /** The operator's conversion id, as the ad service gave it. */
  sendTo: string;
  value: number;
  currency: string;
  /** Lets the ad service recognise a repetition. */
  transactionId: string;
};

let conversionSender: (conversion: Conversion) => void = sendConversion;

/** Another service than the default one; tests look on this way. */
export function setConversionSender(sender: (conversion: Conversion) => void): void {
  conversionSender = sender;
}

/**
 * Tells the ad service that a delivery was paid, once per delivery. Off unless the operator has set an id and
 * the visitor has said yes; before that nothing leaves the page and nobody else is asked.
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
