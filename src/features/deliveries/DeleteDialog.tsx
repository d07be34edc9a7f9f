import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteDeliveryRequest } from '../../api/delivery-requests.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { refreshDelivery } from '../../use-cases/deliveries/refresh-deliveries.ts';

type DeleteDialogProps = { isOpen: boolean; delivery: DeliveryRequest; onClose: () => void };

export function DeleteDialog({ isOpen, delivery, onClose }: DeleteDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();

  async function confirm() {
    setIsBusy(true);
    const result = await deleteDeliveryRequest(delivery.id);
    setIsBusy(false);
    onClose();
    if (!result.ok) {
      // The server may have deleted the delivery although the call was aborted.
      if (result.failure.kind === 'aborted') void refreshDelivery(delivery.id);
      return;
    }
    showAlert('success', 'Delivery deleted');
    // The page is left first, because without its delivery it would show "Delivery Not Found".
    await navigate({ to: '/deliveries' });
    useDelivery.getState().remove(delivery.id);
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Are you sure?"
      confirmLabel="Delete"
      isDanger
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      This will permanently delete your delivery from {routeTitle(delivery)}.
    </ConfirmDialog>
  );
}
