import type { Conversion } from './conversion.ts';

const CONVERSION_URL = 'https://www.googleadservices.com/pagead/conversion';

/**
 * Tells the ad service by the one picture that its documentation offers to pages without its script: no foreign
 * code runs here, and nothing but the event leaves. Only called after consent.
 */
export function sendConversion(conversion: Conversion): void {
  new Image().src = conversionUrl(conversion);
}

/** @param conversion its `sendTo` as the ad service writes it: "AW-123456789/label" */
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
