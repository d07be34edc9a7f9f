import { useEffect, useState } from 'react';
import { estimatePrice } from '../../api/delivery-requests.ts';
import {
  ESTIMATE_DEBOUNCE_MS,
  OUTBOX_BACKOFF_MS,
  WORKER_NETWORK_TIMEOUT_MS,
} from '../../contract/constants.ts';
import type { DeliveryRequestInput } from '../../contract/delivery-request.ts';
import { type PriceEstimate, priceEstimate } from '../../contract/price.ts';
import { useApp } from '../../stores/app.ts';

/**
 * - none: the request is not complete
 * - asking: nothing to show yet
 * - quoted: the server's price; `wasOffline` is what we had quoted offline, if that was another sum
 * - offline: computed here from the published tariff
 * - later: no server and no tariff
 */
export type Estimate =
  | { kind: 'none' }
  | { kind: 'asking' }
  | { kind: 'quoted'; estimate: PriceEstimate; isStale: boolean; previousOfflinePrice: number | undefined }
  | { kind: 'offline'; estimate: PriceEstimate }
  | { kind: 'later' };

type KeyedEstimate = { key: string; estimate: PriceEstimate };

/**
 * The price of a request while it is being written. Superseded questions are aborted; while the server cannot
 * be asked, the published tariff quotes, and the server is asked again with growing pauses.
 */
export function useEstimate(input: DeliveryRequestInput | undefined): Estimate {
  const tariff = useApp(({ config }) => config.tariff);
  const isReachable = useApp((state) => state.isReachable);
  const [latest, setLatest] = useState<KeyedEstimate>();
  const [offlineKey, setOfflineKey] = useState('');
  const [offlinePrice, setOfflinePrice] = useState<{ key: string; price: number }>();
  const key = input === undefined ? '' : estimateKey(input);

  useEffect(() => {
    if (key === '') return;
    return pollEstimate(key, {
      onEstimate: (estimate) => {
        setLatest({ key, estimate });
        setOfflineKey('');
      },
      onUnavailable: () => setOfflineKey(key),
      // Where the network is known to be away nobody needs to wait; when it comes back, the server is asked anew.
      timeoutMs: isReachable ? WORKER_NETWORK_TIMEOUT_MS : 0,
    });
  }, [key, isReachable]);

  const offlineEstimate = input && tariff ? priceEstimate(input, tariff) : undefined;
  const isOffline = key !== '' && offlineKey === key;
  const offlineAmount = offlineEstimate?.estimatedPrice;
  useEffect(() => {
    if (isOffline && offlineAmount !== undefined) setOfflinePrice({ key, price: offlineAmount });
  }, [isOffline, key, offlineAmount]);

  if (input === undefined) return { kind: 'none' };
  if (isOffline) return offlineEstimate ? { kind: 'offline', estimate: offlineEstimate } : { kind: 'later' };
  if (!latest) return { kind: 'asking' };
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

/** What the price depends on; a note does not change it. */
function estimateKey(input: DeliveryRequestInput): string {
  return JSON.stringify({ ...input, deliveryNote: '' });
}

type PollEstimateOptions = {
  onEstimate: (estimate: PriceEstimate) => void;
  onUnavailable: () => void;
  timeoutMs: number;
};

/** Asks after a pause, and again until there is an answer; answers the function that gives it up. */
function pollEstimate(
  key: string,
  { onEstimate, onUnavailable, timeoutMs }: PollEstimateOptions,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let timer = setTimeout(() => void attempt(0), ESTIMATE_DEBOUNCE_MS);
  // On a hanging network no answer comes at all.
  const timeout = setTimeout(onUnavailable, ESTIMATE_DEBOUNCE_MS + timeoutMs);

  async function attempt(count: number): Promise<void> {
    const body: DeliveryRequestInput = JSON.parse(key);
    const result = await estimatePrice(body, signal);
    if (signal.aborted) return;
    clearTimeout(timeout);
    if (result.ok) return onEstimate(result.value);
    onUnavailable();
    const pause = OUTBOX_BACKOFF_MS[Math.min(count, OUTBOX_BACKOFF_MS.length - 1)];
    timer = setTimeout(() => void attempt(count + 1), pause);
  }

  return () => {
    controller.abort();
    clearTimeout(timer);
    clearTimeout(timeout);
  };
}
