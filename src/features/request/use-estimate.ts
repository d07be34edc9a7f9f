import { useEffect, useState } from 'react';
import type { DeliveryRequestInput } from '../../contract/delivery-request.ts';
import { priceEstimate } from '../../contract/price.ts';
import type { PriceEstimate } from '../../contract/tariff.ts';
import type { DraftFields } from '../../domain/draft.ts';
import { routeOfDraft, toDeliveryRequestInput } from '../../domain/request-payload.ts';
import { useApp } from '../../stores/app.ts';
import { pollEstimate, storeLocatedPlaces } from '../../use-cases/deliveries/poll-estimate.ts';

/**
 * - `none`: the request is incomplete
 * - `loading`: the first estimate has not arrived yet
 * - `quoted`: the server's price; `previousOfflinePrice` is set if the offline estimate was different
 * - `offline`: computed on this device from the published tariff
 * - `unavailable`: the server is unreachable and no tariff is known
 */
export type Estimate =
  | { kind: 'none' }
  | { kind: 'loading' }
  | { kind: 'quoted'; estimate: PriceEstimate; isStale: boolean; previousOfflinePrice: number | undefined }
  | { kind: 'offline'; estimate: PriceEstimate }
  | { kind: 'unavailable' };

type KeyedEstimate = { key: string; estimate: PriceEstimate };

/**
 * The estimated price of an unfinished request. A changed request aborts the previous call. While the server is
 * unreachable, the price comes from the published tariff and the last known places, and the call is retried with backoff.
 */
export function useEstimate(fields: DraftFields): Estimate {
  const input = toDeliveryRequestInput(fields);
  const tariff = useApp(({ config }) => config.tariff);
  const isReachable = useApp((state) => state.isReachable);
  const [latest, setLatest] = useState<KeyedEstimate>();
  const [offlineKey, setOfflineKey] = useState('');
  const [offlinePrice, setOfflinePrice] = useState<{ key: string; price: number }>();
  const key = input === undefined ? '' : estimateKey(input);

  useEffect(() => {
    if (key === '') return;
    const body: DeliveryRequestInput = JSON.parse(key);
    return pollEstimate(body, {
      onEstimate: (estimate) => {
        storeLocatedPlaces(body, estimate);
        setLatest({ key, estimate });
        setOfflineKey('');
      },
      onUnavailable: () => setOfflineKey(key),
      // A new connection starts a new call.
      isReachable,
    });
  }, [key, isReachable]);

  const offlineEstimate = input && tariff ? priceEstimate(input, tariff, routeOfDraft(fields)) : undefined;
  // Without a connection no call can answer, so its failure is not awaited.
  const isOffline = key !== '' && (offlineKey === key || (!isReachable && latest?.key !== key));
  const offlineAmount = offlineEstimate?.estimatedPrice;
  useEffect(() => {
    if (isOffline && offlineAmount !== undefined) setOfflinePrice({ key, price: offlineAmount });
  }, [isOffline, key, offlineAmount]);

  if (input === undefined) return { kind: 'none' };
  if (isOffline)
    return offlineEstimate ? { kind: 'offline', estimate: offlineEstimate } : { kind: 'unavailable' };
  if (!latest) return { kind: 'loading' };
  const { estimate } = latest;
  const isStale = latest.key !== key;
  const hasPriceChanged = offlinePrice?.key === key && offlinePrice.price !== estimate.estimatedPrice;
  return {
    kind: 'quoted',
    estimate,
    isStale,
    previousOfflinePrice: !isStale && hasPriceChanged ? offlinePrice.price : undefined,
  };
}

/** Serializes everything that the price depends on, which excludes the note. */
function estimateKey(input: DeliveryRequestInput): string {
  return JSON.stringify({ ...input, deliveryNote: '' });
}
