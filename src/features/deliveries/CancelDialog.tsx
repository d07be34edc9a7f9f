import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { cancellationMailUrl } from '../../domain/support-mail.ts';
import { useApp } from '../../stores/app.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

type CancelDialogProps = { isOpen: boolean; delivery: DeliveryRequest; onClose: () => void };

/** Cancelling makes no call: support arranges it, so nothing here claims that it has happened. */
export function CancelDialog({ isOpen, delivery, onClose }: CancelDialogProps) {
  const supportEmail = useApp(({ config }) => config.support.email);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Cancel this delivery?"
      confirmLabel="Confirm and write to support"
      cancelLabel="Keep this delivery"
      onConfirm={() => {
        window.location.assign(cancellationMailUrl(supportEmail, delivery));
        onClose();
      }}
      onClose={onClose}
    >
      Cancelling is arranged with our support, until a driver has picked up your package. We open an e-mail to{' '}
      {supportEmail} with everything they need. Nothing is cancelled before they have answered you.
    </ConfirmDialog>
  );
}
