import {
  call,
  type Failure,
  hasErrorCode,
  hasStatus,
  type Result,
  userWaitSignal,
} from '../../api/client.ts';
import { GENERIC_ERROR } from '../../contract/errors.ts';
import type { PaymentSession } from '../../contract/payment.ts';
import { readOr } from '../../device/or-warn.ts';
import { NO_RESPONSE } from '../../domain/read-failure.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { refreshDelivery } from '../deliveries/refresh-deliveries.ts';
import { PAYMENT_PRESS_TIMEOUT_MS } from './poll-payment.ts';

/**
 * Validates a checkout URL: it must be http or https, on our own host or on one that the operator configured.
 * @returns the URL, or undefined if the browser must not be redirected there
 */
export function safeCheckoutUrl(url: string): string | undefined {
  // Without a path, a URL is that of the home page.
  const target = url === '' ? undefined : readOr(undefined, () => new URL(url, location.origin));
  if (target === undefined) return undefined;
  const { checkoutHosts } = useApp.getState().config;
  const isWeb = target.protocol === 'https:' || target.protocol === 'http:';
  const isOurs = target.hostname === location.hostname;
  return isWeb && (isOurs || checkoutHosts.includes(target.hostname)) ? target.href : undefined;
}

/** Creates a payment session for a delivery and redirects to it. The API client shows an alert if the call fails. */
export function startCheckout(id: number): Promise<void> {
  return whileLoading(`pay-${id}`, async () => {
    const failure = await openCheckout((signal) => call('createPaymentSession', { params: { id }, signal }));
    // It was paid or deleted on another device, or the webhook was faster: every screen shows what the server knows.
    if (failure && (hasStatus(failure, 404) || hasErrorCode(failure, 'PAYMENT_NOT_DUE')))
      await refreshDelivery(id);
  });
}

/**
 * Creates a checkout page and redirects to it. After ten seconds without a response it says so. (PAY-83)
 * @returns why there is no checkout page
 */
export async function openCheckout(
  create: (signal: AbortSignal) => Promise<Result<PaymentSession>>,
): Promise<Failure | undefined> {
  const { pathname } = location;
  const press = new AbortController();
  const timer = setTimeout(() => press.abort(), PAYMENT_PRESS_TIMEOUT_MS);
  const canceled = userWaitSignal();
  canceled.addEventListener('abort', () => press.abort(), { signal: press.signal });
  const session = await create(press.signal);
  clearTimeout(timer);
  if (session.ok) {
    // On another page, the user may be typing by now.
    if (location.pathname === pathname) redirectToCheckout(session.value.sessionUrl);
    return undefined;
  }
  if (press.signal.aborted && !canceled.aborted) showAlert('error', NO_RESPONSE, 'Try again in a moment.');
  return session.failure;
}

/** Redirects to a checkout page if its URL is allowed. */
export function redirectToCheckout(url: string): void {
  const safe = safeCheckoutUrl(url);
  if (safe === undefined) showAlert('error', GENERIC_ERROR, 'The payment page has an unexpected address.');
  else location.assign(safe);
}
