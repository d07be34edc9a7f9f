import { getDeliveryRequest, listDeliveryRequests } from '../../api/delivery-requests.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { isSameRecord, type RefreshResult, toRefreshResult } from './refresh-result.ts';

/** Asks the server for all deliveries, quietly; the screen says what came of it. */
export function refreshDeliveries(): Promise<RefreshResult> {
  return whileLoading('deliveries', async () => {
    const account = accountOf(useUser.getState().user);
    if (account === undefined) return 'failed';
    const result = await listDeliveryRequests({ isQuiet: true });
    if (accountOf(useUser.getState().user) !== account) return 'failed';
    if (!result.ok) return 'failed';
    if (result.cachedAt !== undefined) {
      const updatedAt = useDelivery.getState().listUpdatedAt ?? 0;
      if (updatedAt < result.cachedAt) useDelivery.getState().replace(account, result.value, result.cachedAt);
      return 'failed';
    }
    const isSame = isSameRecord(useDelivery.getState().list, result.value);
    useDelivery.getState().replace(account, result.value, Date.now());
    return isSame ? 'same' : 'changed';
  });
}

/** Asks the server for one delivery, quietly; `gone` also removes it from what is known. */
export function refreshDelivery(id: number): Promise<RefreshResult> {
  return whileLoading(`delivery-${id}`, async () => {
    const account = accountOf(useUser.getState().user);
    if (account === undefined) return 'failed';
    const result = await getDeliveryRequest(id, { isQuiet: true });
    if (accountOf(useUser.getState().user) !== account) return 'failed';
    if (!result.ok) {
      const outcome = toRefreshResult(result.failure);
      if (outcome === 'gone') useDelivery.getState().remove(id);
      return outcome;
    }
    if (result.cachedAt !== undefined) {
      const updatedAt = useDelivery.getState().updatedAt[id] ?? 0;
      if (updatedAt < result.cachedAt) useDelivery.getState().upsert(account, result.value, result.cachedAt);
      return 'failed';
    }
    const before = useDelivery.getState().list.find((one) => one.id === id);
    useDelivery.getState().upsert(account, result.value, Date.now());
    return isSameRecord(before, result.value) ? 'same' : 'changed';
  });
}
