import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../src/api/client.ts';
import { configureClient } from '../../src/api/send-call.ts';
import { TRACKING_DATA_ID } from '../../src/contract/pages.ts';
import {
  readTrackingNumber,
  requestTrackedPackage,
  sendEarlyRequests,
  showTrackingNumber,
} from '../../src/startup/early-requests.ts';

const NUMBER = '0b54b5d6-3b0b-4c0e-9a39-0d5a3f0a9e11';
const TRACKING = `/api/orders/${NUMBER}/tracking`;

let requested: string[] = [];
let response: () => Promise<Response>;

beforeEach(() => {
  requested = [];
  response = async () => Response.json({ message: 'ORDER_NOT_FOUND' }, { status: 404 });
  vi.stubGlobal('fetch', (input: string | Request) => {
    requested.push(typeof input === 'string' ? input : new URL(input.url).pathname);
    return response();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

/** What the script in the head of the tracking page requests. */
function requestEarly(trackingNumber = NUMBER, isRepeatVisit = false): Map<string, Promise<Response>> {
  const requests = sendEarlyRequests(isRepeatVisit);
  requestTrackedPackage(requests, trackingNumber);
  return requests;
}

function connectWith(requests: Map<string, Promise<Response>>): void {
  configureClient({
    baseUrls: () => ({ apiBase: '/api', hookBase: '/hook' }),
    session: () => undefined,
    takeEarlyResponse: (url) => requests.get(url),
  });
}

test('a tracking link is looked up by the document, and the app uses the response (TRK-01)', async () => {
  window.history.replaceState(null, '', `/tracking?guid=${NUMBER}`);
  const requests = requestEarly(readTrackingNumber());
  expect(requested).toEqual(['/config.json', TRACKING]);
  connectWith(requests);
  const result = await call('trackOrder', { params: { orderGuid: NUMBER } });
  expect(result).toMatchObject({ ok: false, failure: { kind: 'http', status: 404 } });
  expect(requested).toHaveLength(2);
});

test('the document requests no configuration on a repeat visit, which has a stored one', () => {
  requestEarly(NUMBER, true);
  expect(requested).toEqual([TRACKING]);
});

test('a lookup that is canceled does not wait for the response of the document', async () => {
  response = () => new Promise(() => undefined);
  connectWith(requestEarly());
  const controller = new AbortController();
  const result = call('trackOrder', { params: { orderGuid: NUMBER }, signal: controller.signal });
  controller.abort();
  expect(await result).toEqual({ ok: false, failure: { kind: 'aborted' } });
});

test('a request of the document that fails counts as a lost network', async () => {
  response = () => Promise.reject(new TypeError('Failed to fetch'));
  connectWith(requestEarly());
  expect(await call('trackOrder', { params: { orderGuid: NUMBER } })).toEqual({
    ok: false,
    failure: { kind: 'offline' },
  });
});

test('a text that is no tracking number is left to the app', () => {
  window.history.replaceState(null, '', '/tracking?guid=SND-20417');
  expect(readTrackingNumber()).toBeUndefined();
  window.history.replaceState(null, '', `/faq?guid=${NUMBER}`);
  expect(readTrackingNumber()).toBeUndefined();
});

test('the forms of the prerendered page show the number while the document is still loading (TRK-15)', async () => {
  showTrackingNumber(NUMBER);
  document.body.innerHTML = '<input name="guid"><input name="guid" value="typed"><input name="other">';
  const values = () => [...document.querySelectorAll('input')].map(({ value }) => value);
  await vi.waitFor(() => expect(values()).toEqual([NUMBER, NUMBER, '']), 10_000);
});

test('a number that was changed before the document has loaded is not replaced', async () => {
  document.body.innerHTML = '<input name="guid">';
  const [field] = document.querySelectorAll('input');
  if (field) field.value = 'another number';
  showTrackingNumber(NUMBER);
  document.body.append('the rest of the page');
  await new Promise((resolve) => {
    new MutationObserver(resolve).observe(document.body, { childList: true });
    document.body.append('its end');
  });
  expect(field?.value).toBe('another number');
});

test('the tracking data in the document is used once, instead of a request (TRK-15)', async () => {
  const tracking = { id: 7, guid: NUMBER, status: 3, from: 'Dublin', to: 'Howth' };
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = TRACKING_DATA_ID;
  data.textContent = JSON.stringify(tracking);
  document.head.append(data);
  const requests = requestEarly();
  data.remove();
  expect(requested).toEqual(['/config.json']);
  connectWith(requests);
  expect(await call('trackOrder', { params: { orderGuid: NUMBER } })).toMatchObject({
    ok: true,
    value: tracking,
  });
});
