import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trackOrder } from '../../src/api/orders.ts';
import { configureClient } from '../../src/api/send-call.ts';
import { fillTrackingForms, readTrackingNumber, sendEarlyRequests } from '../../src/app/early-requests.ts';

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

function connectWith(requests: Map<string, Promise<Response>>): void {
  configureClient({
    baseUrls: () => ({ apiBase: '/api', hookBase: '/hook' }),
    session: () => undefined,
    takeEarlyResponse: (url) => requests.get(url),
  });
}

test('a tracking link is looked up by the document, and the app uses the response (TRK-01)', async () => {
  window.history.replaceState(null, '', `/tracking?guid=${NUMBER}`);
  const requests = sendEarlyRequests(readTrackingNumber());
  expect(requested).toEqual(['/config.json', TRACKING]);
  connectWith(requests);
  const result = await trackOrder(NUMBER);
  expect(result).toMatchObject({ ok: false, failure: { kind: 'http', status: 404 } });
  expect(requested).toHaveLength(2);
});

test('a look-up that is cancelled does not wait for the response of the document', async () => {
  response = () => new Promise(() => undefined);
  connectWith(sendEarlyRequests(NUMBER));
  const controller = new AbortController();
  const result = trackOrder(NUMBER, { signal: controller.signal });
  controller.abort();
  expect(await result).toEqual({ ok: false, failure: { kind: 'aborted' } });
});

test('a request of the document that fails counts as a lost network', async () => {
  response = () => Promise.reject(new TypeError('Failed to fetch'));
  connectWith(sendEarlyRequests(NUMBER));
  expect(await trackOrder(NUMBER)).toEqual({ ok: false, failure: { kind: 'offline' } });
});

test('a text that is no tracking number is left to the app', () => {
  window.history.replaceState(null, '', '/tracking?guid=SND-20417');
  expect(readTrackingNumber()).toBeUndefined();
  window.history.replaceState(null, '', `/faq?guid=${NUMBER}`);
  expect(readTrackingNumber()).toBeUndefined();
});

test('the forms of the prerendered page show the number', () => {
  document.body.innerHTML = '<input name="guid"><input name="other">';
  fillTrackingForms(NUMBER);
  expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual([NUMBER, '']);
});
