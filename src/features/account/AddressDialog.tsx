import { useState } from 'react';
import type { Address } from '../../contract/address.ts';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { AddressForm } from './AddressForm.tsx';

type AddressDialogProps = {
  /** The address to edit, or 'new'; undefined while the dialog is closed. */
  edited: Address | 'new' | undefined;
  onClose: () => void;
};

export function AddressDialog({ edited, onClose }: AddressDialogProps) {
  // The content stays while the closing animation of the dialog runs.
  const [shown, setShown] = useState(edited);
  if (edited !== undefined && edited !== shown) setShown(edited);
  const [isDirty, setIsDirty] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const address = shown === 'new' ? undefined : shown;
  function close() {
    setIsDirty(false);
    setIsConfirming(false);
    onClose();
  }
  return (
    <ResponsiveModal
      isOpen={edited !== undefined}
      title={address === undefined ? 'Add New Address' : 'Edit Address'}
      // The timeout keeps the Escape key press that opens the confirmation from closing it as well.
      onClose={() => (isDirty ? setTimeout(() => setIsConfirming(true)) : close())}
      // While the confirmation is open, Escape must close only the confirmation.
      isLocked={isConfirming}
    >
      <AddressForm key={address?.id ?? 'new'} address={address} onDirtyChange={setIsDirty} onClose={close} />
      <UnsavedChanges
        isDirty={isDirty}
        closing={{ isConfirming, onClose: close, onStay: () => setIsConfirming(false) }}
      />
    </ResponsiveModal>
  );
}
