import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { DisplayStatus } from '../../contract/status.ts';
import { cancellationMailUrl } from '../../domain/support-mail.ts';
import { useApp } from '../../stores/app.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

type CancelDialogProps = {
  isOpen: boolean;
  delivery: DeliveryRequest;
  status: DisplayStatus;
  onClose: () => void;
};

/** The statuses in which a driver has the package. */
const PICKED_UP: readonly DisplayStatus[] = ['inTransit', 'servicing', 'issue'];

/** The specification's cancel action makes no call: support cancels by email, so this dialog never claims success. */
export function CancelDialog({ isOpen, delivery, status, onClose }: CancelDialogProps) {
  const supportEmail = useApp(({ config }) => config.support.email);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Cancel this delivery?"
      confirmLabel="Email support"
      cancelLabel="Keep this delivery"
      onConfirm={() => {
        window.location.assign(cancellationMailUrl(supportEmail, delivery));
        onClose();
      }}
      onClose={onClose}
    >
      {PICKED_UP.includes(status)
        ? 'Your package is on its way, so it may be too late to cancel. Ask our support team to stop it or to return it. '
        : 'Our support team can cancel your delivery until a driver has picked up the package. '}
      We'll open an email to {supportEmail} with all the details. Your delivery isn't cancelled until they
      reply.
    </ConfirmDialog>
  );
}
