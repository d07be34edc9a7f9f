import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { OUTBOX_BACKOFF_MS, WORKER_NETWORK_TIMEOUT_MS } from '../../api/timing.ts';
import type { DeliveryRequestInput } from '../../contract/delivery-request.ts';
import { formatMoney } from '../../contract/money.ts';
import type { PlaceMatch } from '../../contract/place.ts';
import { priceEstimate } from '../../contract/price.ts';
import type { PriceEstimate } from '../../contract/tariff.ts';
import type { DraftFields, DraftPlace } from '../../domain/draft.ts';
import { toPlaceSnapshot } from '../../domain/draft-place.ts';
import { routeOfDraft, toDeliveryRequestInput } from '../../domain/request-payload.ts';
import { useApp } from '../../stores/app.ts';
import { useDrafts } from '../../stores/drafts.ts';

const ESTIMATE_DEBOUNCE_MS = 400;

/**
 * - `none`: the request is incomplete
 * - `loading`: the first estimate has not arrived yet
 * - `quoted`: the server's price; `previousOfflinePrice`, such as "€18.40", is set if the offline estimate was different
 * - `offline`: computed on this device from the published tariff, because the server returns no price
 * - `unavailable`: the server returns no price and no tariff is known
 */
export type Estimate =
  | { kind: 'none' }
  | { kind: 'loading' }
  | { kind: 'quoted'; estimate: PriceEstimate; isStale: boolean; previousOfflinePrice: string | undefined }
  | { kind: 'offline'; estimate: PriceEstimate }
  | { kind: 'unavailable' };

/**
 * The estimated price of an unfinished request. A changed request aborts the previous call. While the server returns
 * no price, it comes from the published tariff and the last known places, and the call is retried with backoff.
 */
export function useEstimate(fields: DraftFields): Estimate {
  const input = toDeliveryRequestInput(fields);
  const tariff = useApp(({ config }) => config.tariff);
  const isReachable = useApp((state) => state.isReachable);
  const [latest, setLatest] = useState<{ key: string; estimate: PriceEstimate }>();
  const [offlineKey, setOfflineKey] = useState('');
  const [offlinePrice, setOfflinePrice] = useState<{ key: string; price: string }>();
  // The key contains everything that the price depends on, which excludes the note.
  const key = input === undefined ? '' : JSON.stringify({ ...input, deliveryNote: '' });

  useEffect(() => {
    if (key === '') return;
    const body: DeliveryRequestInput = JSON.parse(key);
    // A new connection starts a new call.
    return pollEstimate(body, isReachable, (estimate) => {
      if (estimate) {
        storeLocatedPlaces(body, estimate);
        setLatest({ key, estimate });
      }
      setOfflineKey(estimate ? '' : key);
    });
  }, [key, isReachable]);

  const offlineEstimate = input && tariff ? priceEstimate(input, tariff, routeOfDraft(fields)) : undefined;
  // Without a connection no call can answer, so its failure is not awaited. A price that the server has quoted stays.
  const isOffline = key !== '' && latest?.key !== key && (offlineKey === key || !isReachable);
  // The operator may have changed the currency as well.
  const offlineAmount = offlineEstimate && priceText(offlineEstimate);
  useEffect(() => {
    if (isOffline && offlineAmount !== undefined) setOfflinePrice({ key, price: offlineAmount });
  }, [isOffline, key, offlineAmount]);

  if (input === undefined) return { kind: 'none' };
  if (isOffline)
    return offlineEstimate ? { kind: 'offline', estimate: offlineEstimate } : { kind: 'unavailable' };
  if (!latest) return { kind: 'loading' };
  const { estimate } = latest;
  const isStale = latest.key !== key;
  const hasPriceChanged = offlinePrice?.key === key && offlinePrice.price !== priceText(estimate);
  return {
    kind: 'quoted',
    estimate,
    isStale,
    previousOfflinePrice: !isStale && hasPriceChanged ? offlinePrice.price : undefined,
  };
}

function priceText({ estimatedPrice, currency }: PriceEstimate): string {
  return formatMoney(estimatedPrice, currency);
}

/**
 * Requests the estimate after a debounce and retries with backoff until it succeeds.
 * @param onResult called with undefined while there is no estimate; offline at once
 * @returns a function that ends it
 */
function pollEstimate(
  body: DeliveryRequestInput,
  isReachable: boolean,
  onResult: (estimate: PriceEstimate | undefined) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let timer = setTimeout(() => void requestEstimate(0), ESTIMATE_DEBOUNCE_MS);
  // On a stalled network the call may never end, so the tariff price appears after a timeout.
  const timeoutMs = isReachable ? WORKER_NETWORK_TIMEOUT_MS : 0;
  const timeout = setTimeout(() => onResult(undefined), ESTIMATE_DEBOUNCE_MS + timeoutMs);

  async function requestEstimate(attempt: number): Promise<void> {
    const result = await call('estimatePrice', { body, signal, isQuiet: true });
    if (signal.aborted) return;
    clearTimeout(timeout);
    onResult(result.ok ? result.value : undefined);
    if (result.ok) return;
    const delayMs = OUTBOX_BACKOFF_MS[Math.min(attempt, OUTBOX_BACKOFF_MS.length - 1)];
    timer = setTimeout(() => void requestEstimate(attempt + 1), delayMs);
  }

  return () => {
    controller.abort();
    clearTimeout(timer);
    clearTimeout(timeout);
  };
}

/** Stores where the server located the places of the open draft, for the price without a connection. (WIZ-30) */
function storeLocatedPlaces(
  { pickUpSnapshot, dropOffSnapshot }: DeliveryRequestInput,
  { pickUp, dropOff }: PriceEstimate,
): void {
  const { drafts, currentId, setLocated } = useDrafts.getState();
  const draft = drafts.find(({ id }) => id === currentId);
  // An API of its own need not locate places, and the draft may have changed since the request.
  if (!draft || !pickUp || !dropOff) return;
  const places = [toPlaceSnapshot(draft.fields.pickUp), toPlaceSnapshot(draft.fields.dropOff)];
  if (JSON.stringify(places) !== JSON.stringify([pickUpSnapshot, dropOffSnapshot])) return;
  const located = { pickUp: locatedPoint(pickUp), dropOff: locatedPoint(dropOff) };
  const known = { pickUp: draft.fields.pickUp.located, dropOff: draft.fields.dropOff.located };
  // Most estimates change nothing, and each change is written to the device.
  if (JSON.stringify(located) !== JSON.stringify(known)) setLocated(draft.id, located);
}

function locatedPoint(match: PlaceMatch): DraftPlace['located'] {
  if (match.kind === 'unclear') return undefined;
  const { label, latitude, longitude } = match;
  return { label, latitude, longitude };
}
