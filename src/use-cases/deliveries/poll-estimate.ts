import { call } from '../../api/client.ts';
import { OUTBOX_BACKOFF_MS, WORKER_NETWORK_TIMEOUT_MS } from '../../api/timing.ts';
import type { DeliveryRequestInput } from '../../contract/delivery-request.ts';
import type { PlaceMatch } from '../../contract/place.ts';
import type { PriceEstimate } from '../../contract/tariff.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { toPlaceSnapshot } from '../../domain/request-payload.ts';
import { useDrafts } from '../../stores/drafts.ts';

const ESTIMATE_DEBOUNCE_MS = 400;

type PollEstimateOptions = {
  onEstimate: (estimate: PriceEstimate) => void;
  onUnavailable: () => void;
  /** Offline, `onUnavailable` is called at once. */
  isReachable: boolean;
};

/** Requests the estimate after a debounce and retries with backoff until it succeeds. Returns an abort function. */
export function pollEstimate(
  body: DeliveryRequestInput,
  { onEstimate, onUnavailable, isReachable }: PollEstimateOptions,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let timer = setTimeout(() => void requestEstimate(0), ESTIMATE_DEBOUNCE_MS);
  // On a stalled network the call may never end, so the tariff price appears after a timeout.
  const timeoutMs = isReachable ? WORKER_NETWORK_TIMEOUT_MS : 0;
  const timeout = setTimeout(onUnavailable, ESTIMATE_DEBOUNCE_MS + timeoutMs);

  async function requestEstimate(attempt: number): Promise<void> {
    const result = await call('estimatePrice', { body, signal, isQuiet: true });
    if (signal.aborted) return;
    clearTimeout(timeout);
    if (result.ok) return onEstimate(result.value);
    onUnavailable();
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
export function storeLocatedPlaces(
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
