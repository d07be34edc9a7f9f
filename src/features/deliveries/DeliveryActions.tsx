import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { DerivedStatus } from '../../domain/display-status.ts';
import { fieldsOf, swapped } from '../../domain/payload.ts';
import { paymentStateOf } from '../../domain/payment-due.ts';
import { usePriceChange } from '../../flows/use-price-change.ts';
import { useApp } from '../../stores/app.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import classes from './DeliveryActions.module.css';
import { PayButton } from './PayButton.tsx';

type Props = {
  delivery: DeliveryRequest;
  derived: DerivedStatus;
  /** Whether the page offers to pay elsewhere already. */
  hasPay: boolean;
  onEdit: () => void;
};

export function DeliveryActions({ delivery, derived, hasPay, onEdit }: Props) {
  const [open, setOpen] = useState<'delete' | 'cancel' | null>(null);
  const isOnline = useApp(({ isReachable }) => isReachable);
  const navigate = useNavigate();
  const priceWords = usePriceChange(delivery);
  const close = () => setOpen(null);

  function requestAgain(turn: typeof swapped) {
    const owner = accountOf(useUser.getState().user);
    const fields = turn(fieldsOf(delivery));
    const draft = useDrafts.getState().begin({ owner, fields, step: 'summery' });
    void navigate({ to: '/', search: {}, state: { step: 'summery', draft } });
  }

  return (
    <div className={classes.actions}>
      {!hasPay && paymentStateOf(delivery) === 'due' && (
        <div className={classes.wide}>
          {priceWords && <Notice tone="warn">{priceWords}</Notice>}
          <PayButton id={delivery.id}>Pay</PayButton>
        </div>
      )}
      {derived.canEdit && (
        <OnlineButton
          variant="default"
          isOnline={isOnline}
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
      <Button variant="default" leftSection={<Icon name="swap" />} onClick={() => requestAgain(swapped)}>
        Swap direction
      </Button>
      {derived.canDelete ? (
        <OnlineButton
          variant="default"
          className={classes.danger}
          isOnline={isOnline}
          reason="Deleting needs a connection."
          leftSection={<Icon name="delete" />}
          onClick={() => setOpen('delete')}
        >
          Delete
        </OnlineButton>
      ) : (
        derived.canCancel && (
          <Button variant="default" className={classes.danger ?? ''} onClick={() => setOpen('cancel')}>
            Cancel
          </Button>
        )
      )}
      <DeleteDialog isOpen={open === 'delete'} delivery={delivery} onClose={close} />
      <CancelDialog isOpen={open === 'cancel'} delivery={delivery} onClose={close} />
    </div>
  );
}
