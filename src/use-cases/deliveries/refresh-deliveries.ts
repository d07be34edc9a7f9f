import { getDeliveryRequest, listDeliveryRequests } from '../../api/delivery-requests.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { currentAccount } from '../../stores/user.ts';
import { isNotFound, type RefreshResult, refreshRecord } from '../refresh-record.ts';

/** Requests all deliveries. It shows no alert on failure, because the screen shows the outcome. */
export function refreshDeliveries(): Promise<RefreshResult> {
  return whileLoading('deliveries', async () => {
    const account = currentAccount();
    if (account === undefined) return 'failed';
    const { updatedAt: before } = useDelivery.getState();
    return refreshRecord({
      load: () => listDeliveryRequests({ isQuiet: true }),
      readStored: () => {
        const { list, listUpdatedAt } = useDelivery.getState();
        return { value: list, updatedAt: listUpdatedAt };
      },
      store: (list, updatedAt, requestedAt) =>
        useDelivery
          .getState()
          .replace(account, list, updatedAt, (id, at) => at !== before[id] && at > requestedAt),
    });
  });
}

/** Requests one delivery, without an alert on failure. `notFound` also removes it from the store. */
export function refreshDelivery(id: number): Promise<RefreshResult> {
  return whileLoading(`delivery-${id}`, async () => {
    const account = currentAccount();
    if (account === undefined) return 'failed';
    return refreshRecord({
      load: () => getDeliveryRequest(id, { isQuiet: true }),
      readStored: () => {
        const { list, updatedAt } = useDelivery.getState();
        return { value: list.find((delivery) => delivery.id === id), updatedAt: updatedAt[id] };
      },
      store: (delivery, updatedAt) => useDelivery.getState().upsert(account, delivery, updatedAt),
      onFailure: (failure) => {
        if (!isNotFound(failure)) return 'failed';
        useDelivery.getState().remove(id);
        return 'notFound';
      },
    });
  });
}
