import { displayStatusOfOrder } from '../../contract/display-status.ts';
import { describeListChange, describeStatusChange } from '../../domain/changes.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import type { RefreshOutcome } from '../../domain/read-failure.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { useTracked } from '../../stores/tracked.ts';
import { findTrackedPackage, lookUpPackage } from '../tracking/look-up-package.ts';
import { refreshDeliveries, refreshDelivery } from './refresh-deliveries.ts';

export async function checkDeliveries(): Promise<RefreshOutcome> {
  const { list: before, listUpdatedAt } = useDelivery.getState();
  const outcome = await refreshDeliveries();
  if (outcome.kind === 'failed') return outcome;
  // On the first load every delivery is new, so there is nothing to describe.
  if (outcome.kind === 'changed' && listUpdatedAt !== undefined) {
    return { kind: 'changed', words: describeListChange(before, useDelivery.getState().list) };
  }
  return { kind: 'same' };
}

export async function checkDelivery(id: number): Promise<RefreshOutcome> {
  const find = () => useDelivery.getState().list.find((delivery) => delivery.id === id);
  const before = find();
  const outcome = await refreshDelivery(id);
  if (outcome.kind === 'failed') return outcome;
  if (outcome.kind === 'notFound') return { kind: 'changed', words: 'this delivery no longer exists' };
  const after = find();
  if (outcome.kind === 'same' || after === undefined) return { kind: 'same' };
  return { kind: 'changed', words: describeStatusChange(before && statusOf(before), statusOf(after)) };
}

export async function checkPackage(guid: string): Promise<RefreshOutcome> {
  const find = () => findTrackedPackage(useTracked.getState().list, guid)?.tracking;
  const before = find();
  const outcome = await lookUpPackage(guid);
  if (outcome.kind === 'failed') return outcome;
  if (outcome.kind === 'notFound') return { kind: 'changed', words: 'this package no longer exists' };
  const after = find();
  if (outcome.kind === 'same' || after === undefined) return { kind: 'same' };
  return {
    kind: 'changed',
    words: describeStatusChange(before && displayStatusOfOrder(before), displayStatusOfOrder(after)),
  };
}
