import { call } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import type { DeliveryRequest, DeliveryRequestInput } from '../../contract/delivery-request.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { currentAccount } from '../../stores/user.ts';
import { refreshDelivery } from './refresh-deliveries.ts';

/**
 * Saves an edited delivery. Returns false if that failed, which the API client has shown. If the delivery was changed
 * elsewhere, this reads it again, so that the form can show what changed.
 */
export async function saveDelivery(
  { id, lastModified }: DeliveryRequest,
  request: DeliveryRequestInput,
): Promise<boolean> {
  const { versions } = useApp.getState().config;
  const result = await call('editDeliveryRequest', {
    params: { id },
    body: request,
    version: versions ? (lastModified ?? undefined) : undefined,
    isShownByCaller: isChangedElsewhere,
  });
  if (!result.ok) {
    if (isChangedElsewhere(result.failure) && (await refreshDelivery(id)).kind === 'failed')
      showAlert('error', 'This delivery was changed elsewhere', 'Try again when you have a connection.');
    return false;
  }
  const account = currentAccount();
  if (account !== undefined) useDelivery.getState().upsert(account, result.value, Date.now());
  showAlert('success', 'Delivery saved');
  return true;
}

function isChangedElsewhere(failure: Failure): boolean {
  return failure.kind === 'http' && failure.status === 412;
}

/**
 * Deletes a delivery. Returns false if that failed, which the API client has shown.
 * @param leavePage leaves the page of the delivery, which would show "Delivery Not Found" without it
 */
export async function deleteDelivery(id: number, leavePage: () => Promise<void>): Promise<boolean> {
  const result = await call('deleteDeliveryRequest', { params: { id } });
  if (!result.ok) {
    // The server may have deleted the delivery although the call was aborted.
    if (result.failure.kind === 'aborted') void refreshDelivery(id);
    return false;
  }
  showAlert('success', 'Delivery deleted');
  await leavePage();
  useDelivery.getState().remove(id);
  return true;
}
