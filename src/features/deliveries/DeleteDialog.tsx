import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { deleteDelivery } from '../../use-cases/deliveries/change-delivery.ts';

type DeleteDialogProps = { isOpen: boolean; delivery: DeliveryRequest; onClose: () => void };

export function DeleteDialog({ isOpen, delivery, onClose }: DeleteDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();

  async function confirm() {
    setIsBusy(true);
    const isDeleted = await deleteDelivery(delivery.id, async () => {
      onClose();
      await navigate({ to: '/deliveries' });
    });
    setIsBusy(false);
    if (!isDeleted) onClose();
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
