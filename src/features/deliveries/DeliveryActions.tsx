import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { DerivedStatus } from '../../domain/display-status.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { reverseRoute, toDraftFields } from '../../domain/request-payload.ts';
import { useApp } from '../../stores/app.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { currentAccount } from '../../stores/user.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { usePriceChangeMessage } from '../../use-cases/payments/use-price-change.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import classes from './DeliveryActions.module.css';
import { PayButton } from './PayButton.tsx';

type DeliveryActionsProps = {
  delivery: DeliveryRequest;
  derived: DerivedStatus;
  /** Whether the page already shows a pay button in another place. */
  hasPayButton: boolean;
  onEdit: () => void;
};

export function DeliveryActions({ delivery, derived, hasPayButton, onEdit }: DeliveryActionsProps) {
  const [openDialog, setOpenDialog] = useState<'delete' | 'cancel' | null>(null);
  const isReachable = useApp(({ isReachable }) => isReachable);
  const navigate = useNavigate();
  const priceChangeMessage = usePriceChangeMessage(delivery);
  const close = () => setOpenDialog(null);

  function requestAgain(transform: typeof reverseRoute) {
    const owner = currentAccount();
    const fields = transform(toDraftFields(delivery));
    const draft = useDrafts.getState().createDraft({ owner, fields, step: 'summery' });
    void navigate({ to: '/', search: {}, state: { step: 'summery', draft } });
  }

  return (
    <div className={classes.actions}>
      {!hasPayButton && paymentStateOf(delivery) === 'due' && (
        <div className={classes.fullWidth}>
          {priceChangeMessage && <Notice tone="warn">{priceChangeMessage}</Notice>}
          <PayButton id={delivery.id}>Pay</PayButton>
        </div>
      )}
      {derived.canEdit && (
        <OnlineButton
          variant="default"
          isReachable={isReachable}
          reason="Editing needs a connection."
          leftSection={<Icon name="edit" />}
          onClick={onEdit}
        >
          Edit Details
        </OnlineButton>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="return" />}
        onClick={() => requestAgain((fields) => fields)}
      >
        Send again
      </Button>
      <Button variant="default" leftSection={<Icon name="swap" />} onClick={() => requestAgain(reverseRoute)}>
        Send it back
      </Button>
      {derived.canDelete ? (
        <OnlineButton
          variant="default"
          className={classes.danger}
          isReachable={isReachable}
          reason="Deleting needs a connection."
          leftSection={<Icon name="delete" />}
          onClick={() => setOpenDialog('delete')}
        >
          Delete
        </OnlineButton>
      ) : (
        derived.canCancel && (
          <Button variant="default" className={classes.danger ?? ''} onClick={() => setOpenDialog('cancel')}>
            Cancel
          </Button>
        )
      )}
      <DeleteDialog isOpen={openDialog === 'delete'} delivery={delivery} onClose={close} />
      <CancelDialog isOpen={openDialog === 'cancel'} delivery={delivery} onClose={close} />
    </div>
  );
}
