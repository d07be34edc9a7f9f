import { type DisplayStatus, displayStatusOfOrder } from '../../contract/status.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { describeListChange, describeStatusChange } from '../../domain/list-changes.ts';
import type { RefreshOutcome } from '../../domain/read-failure.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { useTracked } from '../../stores/tracked.ts';
import type { RefreshResult } from '../refresh-record.ts';
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

export function checkDelivery(id: number): Promise<RefreshOutcome> {
  const find = () => useDelivery.getState().list.find((delivery) => delivery.id === id);
  return checkRecord('delivery', find, statusOf, () => refreshDelivery(id));
}

export function checkPackage(guid: string): Promise<RefreshOutcome> {
  const find = () => findTrackedPackage(useTracked.getState().list, guid)?.tracking;
  return checkRecord('package', find, displayStatusOfOrder, () => lookUpPackage(guid));
}

async function checkRecord<T>(
  name: string,
  find: () => T | undefined,
  statusIn: (record: T) => DisplayStatus,
  refresh: () => Promise<RefreshResult>,
): Promise<RefreshOutcome> {
  const before = find();
  const outcome = await refresh();
  if (outcome.kind === 'failed') return outcome;
  if (outcome.kind === 'notFound') return { kind: 'changed', words: `this ${name} no longer exists` };
  const after = find();
  if (outcome.kind === 'same' || after === undefined) return { kind: 'same' };
  return { kind: 'changed', words: describeStatusChange(before && statusIn(before), statusIn(after)) };
}
