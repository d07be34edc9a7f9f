import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { DeliveryRequestInput } from '../../../src/contract/delivery-request.ts';
import type { Customer } from './customer.ts';

/** Writes a request of the customer into the outbox, as a tab does that is closed immediately afterwards. */
export async function queueRequest(
  page: Page,
  customer: Customer,
  overrides: Partial<DeliveryRequestInput>,
): Promise<void> {
  const body = { ...customer.parcel, ...overrides };
  await page.evaluate(writeEntry, { id: randomUUID(), owner: customer.user.email, body });
}

/** Runs in the page. */
async function writeEntry({
  id,
  owner,
  body,
}: {
  id: string;
  owner: string;
  body: DeliveryRequestInput;
}): Promise<void> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await resultOf(indexedDB.open('send-outbox'));
  const entry = {
    state: 'queued',
    id,
    owner,
    intent: { kind: 'createDeliveryRequest', body },
    createdAt: Date.now(),
    sendOutcome: 'notSent',
    attempts: 0,
    retryDelayMs: 0,
    isRetryAfter: false,
  };
  await resultOf(db.transaction('entries', 'readwrite').objectStore('entries').put(entry, id));
  db.close();
}
