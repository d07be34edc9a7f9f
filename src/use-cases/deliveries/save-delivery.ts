import { call, hasStatus } from '../../api/client.ts';
import type { DeliveryRequest, DeliveryRequestInput } from '../../contract/delivery-request.ts';
import { matchesRequest } from '../../domain/delivery-edit.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { currentAccount } from '../../stores/user.ts';
import { mayRetry } from '../refresh-record.ts';
import { refreshDelivery } from './refresh-deliveries.ts';

/** The API has a newer version of the delivery than the one that was edited. */
const CHANGED_ELSEWHERE = 412;

/**
 * Saves an edited delivery. Returns false if it is not saved, which the API client has shown. If the delivery was changed or
 * paid elsewhere, or its response was lost, this reads it again, so that the form can say so.
 */
export async function saveDelivery(
  { id, lastModified }: DeliveryRequest,
  request: DeliveryRequestInput,
): Promise<boolean> {
  const { versions, presets } = useApp.getState().config;
  const result = await call('editDeliveryRequest', {
    params: { id },
    body: request,
    version: versions ? (lastModified ?? undefined) : undefined,
    isShownByCaller: (failure) => hasStatus(failure, CHANGED_ELSEWHERE),
  });
  if (!result.ok) {
    const { failure } = result;
    const isChangedElsewhere = hasStatus(failure, CHANGED_ELSEWHERE);
    if (isChangedElsewhere || hasStatus(failure, 409) || mayRetry(failure)) await refreshDelivery(id);
    // This attempt, or an earlier one, may have saved it although the response was lost.
    const stored = useDelivery.getState().list.find((delivery) => delivery.id === id);
    if (stored === undefined || !matchesRequest(stored, request, presets)) {
      if (isChangedElsewhere && stored?.lastModified === lastModified)
        showAlert('error', 'This delivery was changed elsewhere', 'Try again in a moment.');
      return false;
    }
  } else {
    const account = currentAccount();
    if (account !== undefined) useDelivery.getState().upsert(account, result.value, Date.now());
  }
  showAlert('success', 'Delivery saved');
  return true;
}
