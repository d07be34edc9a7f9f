import { useEffect, useState } from 'react';
import { estimatePrice } from '../../api/delivery-requests.ts';
import { ESTIMATE_DEBOUNCE_MS, OUTBOX_RETRY_MS, WORKER_PATIENCE_MS } from '../../contract/constants.ts';
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
  | { kind: 'quoted'; estimate: PriceEstimate; isStale: boolean; wasOffline: number | undefined }
  | { kind: 'offline'; estimate: PriceEstimate }
  | { kind: 'later' };

type Answer = { key: string; estimate: PriceEstimate };

/**
 * The price of a request while it is being written. Superseded questions are aborted; while the server cannot
 * be asked, the published tariff quotes, and the server is asked again with growing pauses.
 */
export function useEstimate(input: DeliveryRequestInput | undefined): Estimate {
  const tariff = useApp(({ config }) => config.tariff);
  const isReachable = useApp((state) => state.isReachable);
  const [answer, setAnswer] = useState<Answer>();
  const [offlineKey, setOfflineKey] = useState('');
  const [offlinePrice, setOfflinePrice] = useState<{ key: string; price: number }>();
  const key = input === undefined ? '' : keyOf(input);

  useEffect(() => {
    if (key === '') return;
    return ask(key, {
      onAnswer: (estimate) => {
        setAnswer({ key, estimate });
        setOfflineKey('');
      },
      onSilence: () => setOfflineKey(key),
      // Where the network is known to be away nobody needs to wait; when it comes back, the server is asked anew.
      patienceMs: isReachable ? WORKER_PATIENCE_MS : 0,
    });
  }, [key, isReachable]);

  const local = input && tariff ? priceEstimate(input, tariff) : undefined;
  const isOffline = key !== '' && offlineKey === key;
  const localPrice = local?.estimatedPrice;
  useEffect(() => {
    if (isOffline && localPrice !== undefined) setOfflinePrice({ key, price: localPrice });
  }, [isOffline, key, localPrice]);

  if (input === undefined) return { kind: 'none' };
  if (isOffline) return local ? { kind: 'offline', estimate: local } : { kind: 'later' };
  if (!answer) return { kind: 'asking' };
  const { estimate } = answer;
  const isStale = answer.key !== key;
  const wasQuoted = offlinePrice?.key === key && offlinePrice.price !== estimate.estimatedPrice;
  return {
    kind: 'quoted',
    estimate,
    isStale,
    wasOffline: !isStale && wasQuoted ? offlinePrice.price : undefined,
  };
}

/** What the price depends on; a note does not change it. */
function keyOf(input: DeliveryRequestInput): string {
  return JSON.stringify({ ...input, deliveryNote: '' });
}

type Asking = { onAnswer: (estimate: PriceEstimate) => void; onSilence: () => void; patienceMs: number };

/** Asks after a pause, and again until there is an answer; answers the function that gives it up. */
function ask(key: string, { onAnswer, onSilence, patienceMs }: Asking): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let timer = setTimeout(() => void attempt(0), ESTIMATE_DEBOUNCE_MS);
  // On a hanging network no answer comes at all.
  const patience = setTimeout(onSilence, ESTIMATE_DEBOUNCE_MS + patienceMs);

  async function attempt(count: number): Promise<void> {
    const body: DeliveryRequestInput = JSON.parse(key);
    const result = await estimatePrice(body, signal);
    if (signal.aborted) return;
    clearTimeout(patience);
    if (result.ok) return onAnswer(result.value);
    onSilence();
    const pause = OUTBOX_RETRY_MS[Math.min(count, OUTBOX_RETRY_MS.length - 1)];
    timer = setTimeout(() => void attempt(count + 1), pause);
  }

  return () => {
    controller.abort();
    clearTimeout(timer);
    clearTimeout(patience);
  };
}
