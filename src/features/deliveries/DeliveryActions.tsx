import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CalendarButton } from '../../components/CalendarButton.tsx';
import { SaveTemplate } from '../../components/SaveTemplate.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { DisplayStatus } from '../../contract/status.ts';
import { scheduledTime } from '../../domain/calendar-file.ts';
import { isPastDay } from '../../domain/dates.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { type DerivedStatus, isFinal } from '../../domain/display-status.ts';
import { referenceOf, routeTitle } from '../../domain/place-labels.ts';
import { reverseRoute, toDraftFields } from '../../domain/request-payload.ts';
import { cancellationEmailUrl } from '../../domain/support-email.ts';
import { useApp } from '../../stores/app.ts';
import { ActionMenu, MENU_ACTION, MenuButton } from '../../ui/ActionMenu.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ButtonLink } from '../../ui/Links.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { deleteDelivery } from '../../use-cases/deliveries/change-delivery.ts';
import { useRequestAgain } from './use-request-again.ts';

type DeliveryActionsProps = {
  delivery: DeliveryRequest;
  derived: DerivedStatus;
  /** Whether the page already shows this button in another place. */
  hasSendAgain: boolean;
  onEdit: () => void;
};

/** Everything that can be done with a delivery. What cannot be undone is apart, at the end. */
export function DeliveryActions(props: DeliveryActionsProps) {
  const { delivery, derived, hasSendAgain, onEdit } = props;
  const [openDialog, setOpenDialog] = useState<'delete' | 'cancel' | null>(null);
  const requestAgain = useRequestAgain();
  const isOver = isFinal(derived.status) || isPastDay(delivery.order?.deliveryDate, Date.now());
  const scheduled = isOver ? undefined : scheduledTime(delivery.order);
  const close = () => setOpenDialog(null);

  return (
    <>
      <ActionMenu label="Actions for this delivery">
        {derived.canEdit && (
          <OnlineButton
            {...MENU_ACTION}
            reason="Editing needs a connection."
            leftSection={<Icon name="edit" />}
            onClick={onEdit}
          >
            Edit Details
          </OnlineButton>
        )}
        {!hasSendAgain && (
          <MenuButton icon="return" onClick={() => requestAgain(delivery)}>
            Send again
          </MenuButton>
        )}
        <MenuButton icon="swap" onClick={() => requestAgain(delivery, reverseRoute)}>
          Send it back
        </MenuButton>
        <SaveTemplate
          isInMenu
          initialName={routeTitle(delivery)}
          onSave={async (name) => {
            // The code that writes to the device is not part of the page's own files.
            const { saveTemplate } = await import('../../use-cases/deliveries/templates.ts');
            return saveTemplate(name, toDraftFields(delivery, useApp.getState().config.presets));
          }}
        />
        {delivery.order && !isFinal(derived.status) && (
          <ButtonLink
            {...MENU_ACTION}
            to="/deliveries/$deliveryId/label"
            params={{ deliveryId: String(delivery.id) }}
            leftSection={<Icon name="document" />}
          >
            Shipping Label
          </ButtonLink>
        )}
        {scheduled && (
          <CalendarButton
            {...MENU_ACTION}
            event={() => ({
              uid: `order-${delivery.order?.guid}@send`,
              title: `Delivery: ${routeTitle(delivery)}`,
              ...scheduled,
              description: `Reference ${referenceOf(delivery)}`,
              url: `${location.origin}/deliveries/${delivery.id}`,
            })}
          />
        )}
        {(derived.canDelete || derived.canCancel) && <hr />}
        {derived.canDelete ? (
          <OnlineButton
            {...MENU_ACTION}
            className="text-danger"
            reason="Deleting needs a connection."
            leftSection={<Icon name="delete" />}
            onClick={() => setOpenDialog('delete')}
          >
            Delete
          </OnlineButton>
        ) : (
          derived.canCancel && (
            <MenuButton icon="canceled" className="text-danger" onClick={() => setOpenDialog('cancel')}>
              Cancel
            </MenuButton>
          )
        )}
      </ActionMenu>
      <DeleteDialog isOpen={openDialog === 'delete'} delivery={delivery} onClose={close} />
      <CancelDialog isOpen={openDialog === 'cancel'} delivery={delivery} onClose={close} />
    </>
  );
}

type DialogProps = { isOpen: boolean; delivery: DeliveryRequest; onClose: () => void };

/** The statuses in which a driver has the package. */
const PICKED_UP: readonly DisplayStatus[] = ['inTransit', 'servicing', 'issue'];

/** The specification's cancel action makes no call: support cancels by email, so this dialog never claims success. */
function CancelDialog({ isOpen, delivery, onClose }: DialogProps) {
  const supportEmail = useApp(({ config }) => config.support.email);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Cancel this delivery?"
      confirmLabel="Email support"
      cancelLabel="Keep this delivery"
      onConfirm={() => window.location.assign(cancellationEmailUrl(supportEmail, delivery))}
      onClose={onClose}
    >
      {PICKED_UP.includes(statusOf(delivery))
        ? 'Your package is on its way, so it may be too late to cancel. Ask our support team to stop it or to return it. '
        : 'Our support team can cancel your delivery until a driver has picked up the package. '}
      We'll open an email to {supportEmail} with all the details. Your delivery isn't canceled until they
      reply.
    </ConfirmDialog>
  );
}

function DeleteDialog({ isOpen, delivery, onClose }: DialogProps) {
  const navigate = useNavigate();
  const goToList = async () => {
    onClose();
    await navigate({ to: '/deliveries' });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Are you sure?"
      confirmLabel="Delete"
      isDanger
      onConfirm={() => deleteDelivery(delivery.id, goToList)}
      onClose={onClose}
    >
      This will permanently delete your delivery from {routeTitle(delivery)}.
    </ConfirmDialog>
  );
}
