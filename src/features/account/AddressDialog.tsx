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
      // In a step of its own: the very press of Escape that asks would also answer.
      onClose={() => (isDirty ? setTimeout(() => setIsConfirming(true)) : close())}
      // The question over it takes Escape for itself.
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
