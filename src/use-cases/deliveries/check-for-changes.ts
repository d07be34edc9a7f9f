import { displayStatusOfOrder } from '../../contract/display-status.ts';
import { describeListChange, describeStatusChange } from '../../domain/changes.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { useApp } from '../../stores/app.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { useTracked } from '../../stores/tracked.ts';
import { findTrackedPackage, lookUpPackage } from '../tracking/look-up-package.ts';
import { refreshDeliveries, refreshDelivery } from './refresh-deliveries.ts';

/** The outcome of a refresh, described for the person. */
export type CheckResult =
  | { kind: 'changed'; words: string }
  | { kind: 'same' }
  | { kind: 'failed'; reason: string };

export async function checkDeliveries(): Promise<CheckResult> {
  const { list: before, listUpdatedAt } = useDelivery.getState();
  const outcome = await refreshDeliveries();
  // On the first load every delivery is new, so there is nothing to describe.
  if (outcome === 'changed' && listUpdatedAt !== undefined) {
    return { kind: 'changed', words: describeListChange(before, useDelivery.getState().list) };
  }
  return outcome === 'failed' ? failedCheck() : { kind: 'same' };
}

export async function checkDelivery(id: number): Promise<CheckResult> {
  const find = () => useDelivery.getState().list.find((delivery) => delivery.id === id);
  const before = find();
  const outcome = await refreshDelivery(id);
  if (outcome === 'notFound') return { kind: 'changed', words: 'this delivery no longer exists' };
  if (outcome === 'failed') return failedCheck();
  const after = find();
  if (outcome === 'same' || after === undefined) return { kind: 'same' };
  return { kind: 'changed', words: describeStatusChange(before && statusOf(before), statusOf(after)) };
}

export async function checkPackage(guid: string): Promise<CheckResult> {
  const find = () => findTrackedPackage(useTracked.getState().list, guid)?.tracking;
  const before = find();
  const outcome = await lookUpPackage(guid);
  if (outcome === 'notFound') return { kind: 'changed', words: 'this package no longer exists' };
  if (outcome === 'failed') return failedCheck();
  const after = find();
  if (outcome === 'same' || after === undefined) return { kind: 'same' };
  return {
    kind: 'changed',
    words: describeStatusChange(before && displayStatusOfOrder(before), displayStatusOfOrder(after)),
  };
}

/** Describes a failed refresh. The request that has just failed has also updated `isReachable`. */
export function failedCheck(): CheckResult {
  const { isReachable } = useApp.getState();
  return {
    kind: 'failed',
    reason: `${isReachable ? '' : 'You are offline. '}This may be out of date.`,
  };
}
