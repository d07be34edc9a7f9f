import { call, type Failure, hasErrorCode } from '../../api/client.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { Draft, DraftFields } from '../../domain/draft.ts';
import { EMPTY_GUEST_DETAILS } from '../../domain/draft-defaults.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { nextUpdatedAt, useDrafts } from '../../stores/drafts.ts';
import { currentAccount } from '../../stores/user.ts';
import { mayRetry } from '../refresh-record.ts';
import { refreshDelivery } from './refresh-deliveries.ts';

/**
 * Deletes a delivery. Returns false if that failed and the user may try again.
 * @param leavePage leaves the page of the delivery, which would show "Delivery Not Found" without it
 */
export async function deleteDelivery(id: number, leavePage: () => Promise<void>): Promise<boolean> {
  const isGone = (failure: Failure) => hasErrorCode(failure, 'ORDER_REQUEST_NOT_FOUND');
  const result = await call('deleteDeliveryRequest', { params: { id }, isShownByCaller: isGone });
  if (!result.ok && !isGone(result.failure)) {
    // The server may have deleted the delivery although its response was lost, or it was paid on another device.
    const refresh = refreshDelivery(id);
    if (!mayRetry(result.failure)) return true;
    if ((await refresh).kind !== 'notFound') return false;
  }
  showAlert('success', 'Delivery deleted');
  await leavePage();
  useDelivery.getState().remove(id);
  return true;
}

const draftIdOf = (deliveryId: number) => `delivery-${deliveryId}`;

/** The unsaved changes of a delivery, which are a draft of its customer. */
export function editDraftOf(deliveryId: number): Draft | undefined {
  const id = draftIdOf(deliveryId);
  return useDrafts.getState().drafts.find((draft) => draft.id === id && draft.owner === currentAccount());
}

/** @param editOf the delivery as it was when the user began to change it */
export function saveEditDraft(editOf: DeliveryRequest, fields: DraftFields): void {
  const owner = currentAccount();
  if (owner === undefined) return;
  useDrafts.setState((state) => {
    const id = draftIdOf(editOf.id);
    const before = state.drafts.find((draft) => draft.id === id);
    const draft: Draft = {
      id,
      owner,
      editOf,
      fields,
      step: 'summery',
      guest: EMPTY_GUEST_DETAILS,
      updatedAt: 0,
    };
    const updatedAt = nextUpdatedAt(before ?? draft, state);
    return { drafts: [...state.drafts.filter((other) => other !== before), { ...draft, updatedAt }] };
  });
}

export function removeEditDraft(deliveryId: number): void {
  if (editDraftOf(deliveryId) !== undefined) useDrafts.getState().remove(draftIdOf(deliveryId));
}

/** Runs once the drafts have been read from the device; at once if they have been. Returns how to cancel that. */
export function onceDraftsAreRead(run: () => void): () => void {
  const { persist } = useDrafts;
  if (persist.hasHydrated()) run();
  const unsubscribe = persist.onFinishHydration(() => {
    unsubscribe();
    run();
  });
  if (persist.hasHydrated()) unsubscribe();
  return unsubscribe;
}
