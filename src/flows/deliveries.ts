import { getDeliveryRequest, listDeliveryRequests } from '../api/delivery-requests.ts';
import { useDelivery } from '../stores/delivery.ts';
import { whileLoading } from '../stores/loaders.ts';
import { accountOf, useUser } from '../stores/user.ts';
import { isSameRecord, type Refresh, refreshAfter } from './refresh.ts';

/** Asks the server for all deliveries, quietly; the screen says what came of it. */
export function refreshDeliveries(): Promise<Refresh> {
  return whileLoading('deliveries', async () => {
    const account = accountOf(useUser.getState().user);
    if (account === undefined) return 'failed';
    const answer = await listDeliveryRequests({ isQuiet: true });
    if (accountOf(useUser.getState().user) !== account) return 'failed';
    if (!answer.ok) return 'failed';
    if (answer.keptAt !== undefined) {
      const knownAt = useDelivery.getState().listUpdatedAt ?? 0;
      if (knownAt < answer.keptAt) useDelivery.getState().replace(account, answer.value, answer.keptAt);
      return 'failed';
    }
    const isSame = isSameRecord(useDelivery.getState().list, answer.value);
    useDelivery.getState().replace(account, answer.value, Date.now());
    return isSame ? 'same' : 'changed';
  });
}

/** Asks the server for one delivery, quietly; `gone` also removes it from what is known. */
export function refreshDelivery(id: number): Promise<Refresh> {
  return whileLoading(`delivery-${id}`, async () => {
    const account = accountOf(useUser.getState().user);
    if (account === undefined) return 'failed';
    const answer = await getDeliveryRequest(id, { isQuiet: true });
    if (accountOf(useUser.getState().user) !== account) return 'failed';
    if (!answer.ok) {
      const outcome = refreshAfter(answer.failure);
      if (outcome === 'gone') useDelivery.getState().remove(id);
      return outcome;
    }
    if (answer.keptAt !== undefined) {
      const knownAt = useDelivery.getState().updatedAt[id] ?? 0;
      if (knownAt < answer.keptAt) useDelivery.getState().upsert(account, answer.value, answer.keptAt);
      return 'failed';
    }
    const before = useDelivery.getState().list.find((one) => one.id === id);
    useDelivery.getState().upsert(account, answer.value, Date.now());
    return isSameRecord(before, answer.value) ? 'same' : 'changed';
  });
}
