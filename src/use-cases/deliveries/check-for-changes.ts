import { describeListChange, describeStatusChange } from '../../domain/changes.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { displayStatusOfOrder } from '../../domain/display-status.ts';
import { useApp } from '../../stores/app.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { useTracked } from '../../stores/tracked.ts';
import { findTrackedPackage, lookUpPackage } from '../tracking/look-up-package.ts';
import { refreshDeliveries, refreshDelivery } from './refresh-deliveries.ts';

/** What a check came to, in words for the person who sees it. */
export type CheckResult =
  | { kind: 'changed'; words: string }
  | { kind: 'same' }
  | { kind: 'failed'; reason: string };

export async function checkDeliveries(): Promise<CheckResult> {
  const { list: before, listUpdatedAt } = useDelivery.getState();
  const outcome = await refreshDeliveries();
  // Against nothing, everything would be new.
  if (outcome === 'changed' && listUpdatedAt !== undefined) {
    return { kind: 'changed', words: describeListChange(before, useDelivery.getState().list) };
  }
  return outcome === 'failed' ? failedCheck() : { kind: 'same' };
}

export async function checkDelivery(id: number): Promise<CheckResult> {
  const find = () => useDelivery.getState().list.find((one) => one.id === id);
  const before = find();
  const outcome = await refreshDelivery(id);
  if (outcome === 'gone') return { kind: 'changed', words: 'it is gone' };
  if (outcome === 'failed') return failedCheck();
  const after = find();
  if (outcome === 'same' || after === undefined) return { kind: 'same' };
  return { kind: 'changed', words: describeStatusChange(before && statusOf(before), statusOf(after)) };
}

export async function checkPackage(guid: string): Promise<CheckResult> {
  const find = () => findTrackedPackage(useTracked.getState().list, guid)?.answer;
  const before = find();
  const outcome = await lookUpPackage(guid);
  if (outcome === 'notFound') return { kind: 'changed', words: 'it is gone' };
  if (outcome === 'failed') return failedCheck();
  const after = find();
  if (outcome === 'same' || after === undefined) return { kind: 'same' };
  return {
    kind: 'changed',
    words: describeStatusChange(before && displayStatusOfOrder(before), displayStatusOfOrder(after)),
  };
}

/** Called right after a failed call, which has told the store whether anybody answers. */
export function failedCheck(): CheckResult {
  const { isReachable } = useApp.getState();
  return {
    kind: 'failed',
    reason: `${isReachable ? 'The server could not answer.' : 'You are offline.'} This may have changed.`,
  };
}
