import { call } from '../../api/client.ts';
import { hasErrorCode } from '../../api/failure.ts';
import { GENERIC_ERROR } from '../../contract/errors.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { refreshDelivery } from '../deliveries/refresh-deliveries.ts';

/**
 * Validates a checkout URL: it must be http or https, on our own host or on one that the operator configured.
 * @returns the URL, or undefined if the browser must not be redirected there
 */
export function safeCheckoutUrl(url: string): string | undefined {
  let target: URL;
  try {
    target = new URL(url, location.origin);
  } catch {
    return undefined;
  }
  const { checkoutHosts } = useApp.getState().config;
  const isWeb = target.protocol === 'https:' || target.protocol === 'http:';
  const isOurs = target.hostname === location.hostname;
  return isWeb && (isOurs || checkoutHosts.includes(target.hostname)) ? target.href : undefined;
}

/** Creates a payment session for a delivery and redirects to it. The API client shows an alert if the call fails. */
export function startCheckout(id: number): Promise<void> {
  return whileLoading(`pay-${id}`, async () => {
    const session = await call('createPaymentSession', { params: { id } });
    if (session.ok) redirectToCheckout(session.value.sessionUrl);
    // It was paid on another device, or the webhook was faster: every screen shows what the server knows.
    else if (hasErrorCode(session.failure, 'PAYMENT_NOT_DUE')) await refreshDelivery(id);
  });
}

/** Redirects to a checkout page if its URL is allowed. */
export function redirectToCheckout(url: string): void {
  const safe = safeCheckoutUrl(url);
  if (safe === undefined) showAlert('error', GENERIC_ERROR, 'The payment page has an unexpected address.');
  else location.assign(safe);
}
