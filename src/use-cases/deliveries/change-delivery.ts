import { call } from '../../api/client.ts';
import type { DeliveryRequestInput } from '../../contract/delivery-request.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { currentAccount } from '../../stores/user.ts';
import { refreshDelivery } from './refresh-deliveries.ts';

/** Saves an edited delivery. Returns false if that failed, which the API client has shown. */
export async function saveDelivery(id: number, request: DeliveryRequestInput): Promise<boolean> {
  const result = await call('editDeliveryRequest', { params: { id }, body: request });
  if (!result.ok) return false;
  const account = currentAccount();
  if (account !== undefined) useDelivery.getState().upsert(account, result.value, Date.now());
  showAlert('success', 'Delivery saved');
  return true;
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
