import { TRACKING_DATA_ID } from '../contract/pages.ts';
import { TRACKING_NUMBER } from '../contract/tracking-number.ts';

/** What the script in the head of a prerendered page has requested, by URL. */
type EarlyRequests = Map<string, Promise<Response>>;

declare global {
  interface Window {
    earlyRequests?: EarlyRequests;
  }
}

/**
 * Requests the configuration before the code of the page has loaded. On a repeat visit the app uses the stored one at
 * first and requests the current one after hydration, because a request now would delay the first paint.
 */
export function sendEarlyRequests(isRepeatVisit: boolean): EarlyRequests {
  const requests: EarlyRequests = new Map();
  if (!isRepeatVisit) send(requests, '/config.json');
  return requests;
}

/**
 * Requests the package of a tracking link, unless the document already contains it. Another API than the default one is
 * known only from the configuration; the app then sends this request itself.
 */
export function requestTrackedPackage(requests: EarlyRequests, trackingNumber: string): void {
  const path = `/api/orders/${trackingNumber}/tracking`;
  const json = document.getElementById(TRACKING_DATA_ID)?.textContent;
  if (json) {
    const response = new Response(json, { headers: { 'content-type': 'application/json' } });
    requests.set(path, Promise.resolve(response));
  } else send(requests, path);
}

function send(requests: EarlyRequests, url: string): void {
  const request = fetch(url, { cache: 'no-store', headers: { accept: 'application/json' } });
  // The app handles the failure when it uses the request.
  request.catch(() => undefined);
  requests.set(url, request);
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
