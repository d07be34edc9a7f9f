import { createPaymentSession } from '../../api/payments.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { whileLoading } from '../../stores/loaders.ts';

/**
 * Where the browser may be sent to pay: http or https, on our own host or one the operator named.
 * @returns the URL, or undefined when it must not be followed
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

/** Makes a payment session for a delivery and leaves the page for it. A refused call is alerted centrally. */
export function startCheckout(id: number): Promise<void> {
  return whileLoading(`pay-${id}`, async () => {
    const session = await createPaymentSession(id);
    if (session.ok) redirectToCheckout(session.value.sessionUrl);
  });
}

/** Leaves the page for a checkout, if its address is one that may be followed. */
export function redirectToCheckout(url: string): void {
  const safe = safeCheckoutUrl(url);
  if (safe === undefined)
    showAlert('error', 'Something went wrong', 'The payment page has an unexpected address.');
  else location.assign(safe);
}
