import { TRACKING_DATA_ID } from '../contract/pages.ts';
import { TRACKING_NUMBER } from '../contract/tracking-number.ts';

declare global {
  interface Window {
    /** What the script in the head of a prerendered page has requested, by URL. */
    earlyRequests?: Map<string, Promise<Response>>;
  }
}

/**
 * Requests what the page needs before its code has loaded: the package in a tracking link unless the document already
 * contains it, and the configuration. On a repeat visit the app uses the stored configuration at first and requests the
 * current one after hydration, because a request now would delay the first paint.
 */
export function sendEarlyRequests(
  trackingNumber: string | undefined,
  isRepeatVisit: boolean,
): Map<string, Promise<Response>> {
  const requests = new Map<string, Promise<Response>>();
  const send = (url: string) => {
    const request = fetch(url, { cache: 'no-store', headers: { accept: 'application/json' } });
    // The app handles the failure when it uses the request.
    request.catch(() => undefined);
    requests.set(url, request);
  };
  if (!isRepeatVisit) send('/config.json');
  // Another API than the default one is known only from the configuration; the app then sends this request itself.
  if (trackingNumber === undefined) return requests;
  const path = `/api/orders/${trackingNumber}/tracking`;
  const json = document.getElementById(TRACKING_DATA_ID)?.textContent;
  if (json) {
    const response = new Response(json, { headers: { 'content-type': 'application/json' } });
    requests.set(path, Promise.resolve(response));
  } else send(path);
  return requests;
}

/** The tracking number in the URL of the page. */
export function readTrackingNumber(): string | undefined {
  const guid = location.pathname === '/tracking' ? new URLSearchParams(location.search).get('guid') : null;
  return guid !== null && TRACKING_NUMBER.test(guid) ? guid : undefined;
}

/** Shows the number in the forms of the prerendered page as soon as the document contains them. */
export function showTrackingNumber(trackingNumber: string): void {
  // The browser may paint before it has read the whole document.
  const observer = new MutationObserver(() => fillTrackingForms(trackingNumber));
  observer.observe(document, { childList: true, subtree: true });
  addEventListener('DOMContentLoaded', () => observer.disconnect());
}

function fillTrackingForms(trackingNumber: string): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[name="guid"]')) {
    if (field.value !== field.defaultValue) continue;
    field.value = trackingNumber;
    // Otherwise hydration would take the number for text that the user has typed.
    field.defaultValue = trackingNumber;
  }
}
