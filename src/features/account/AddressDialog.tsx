import { useState } from 'react';
import type { Address } from '../../contract/address.ts';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { AddressForm } from './AddressForm.tsx';

type AddressDialogProps = {
  /** The address to change, or a new one; undefined while the dialog is closed. */
  edited: Address | 'new' | undefined;
  onClose: () => void;
};

export function AddressDialog({ edited, onClose }: AddressDialogProps) {
  // While the dialog leaves it still shows what it showed.
  const [shown, setShown] = useState(edited);
  if (edited !== undefined && edited !== shown) setShown(edited);
  const [isDirty, setDirty] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const address = shown === 'new' ? undefined : shown;
  function close() {
    setDirty(false);
    setAsked(false);
    onClose();
  }
  return (
    <ResponsiveModal
      isOpen={edited !== undefined}
      title={address === undefined ? 'Add New Address' : 'Edit Address'}
      // In a step of its own: the very press of Escape that asks would also answer.
      onClose={() => (isDirty ? setTimeout(() => setAsked(true)) : close())}
      // The question over it takes Escape for itself.
      isLocked={isAsked}
    >
      <AddressForm key={address?.id ?? 'new'} address={address} onDirty={setDirty} onClose={close} />
      <UnsavedChanges
        isDirty={isDirty}
        closing={{ isAsked, onClose: close, onStay: () => setAsked(false) }}
      />
    </ResponsiveModal>
  );
}
