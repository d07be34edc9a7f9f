/** A tracking number of the server that comes with the app; see domain/tracking-number.ts. */
const TRACKING_NUMBER = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

declare global {
  interface Window {
    /** What the script in the head of a prerendered page has requested, by URL. */
    earlyRequests?: Map<string, Promise<Response>>;
  }
}

/** Requests what the page needs before its code has loaded: the configuration, and the package in a tracking link. */
export function sendEarlyRequests(trackingNumber: string | undefined): Map<string, Promise<Response>> {
  const requests = new Map<string, Promise<Response>>();
  const send = (url: string) => {
    const request = fetch(url, { cache: 'no-store', headers: { accept: 'application/json' } });
    // The app handles the failure when it uses the request.
    request.catch(() => undefined);
    requests.set(url, request);
  };
  send('/config.json');
  // Another API than the default one is known only from the configuration; the app then sends this request itself.
  if (trackingNumber !== undefined) send(`/api/orders/${trackingNumber}/tracking`);
  return requests;
}

/** The tracking number in the URL of the page. */
export function readTrackingNumber(): string | undefined {
  const guid = location.pathname === '/tracking' ? new URLSearchParams(location.search).get('guid') : null;
  return guid !== null && TRACKING_NUMBER.test(guid) ? guid : undefined;
}

/** Shows the number in the forms of the prerendered page. */
export function fillTrackingForms(trackingNumber: string): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[name="guid"]')) {
    field.value = trackingNumber;
  }
}
