import { useState } from 'react';
import type { Address } from '../../contract/address.ts';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
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
  const address = shown === 'new' ? undefined : shown;
  return (
    <ResponsiveModal
      isOpen={edited !== undefined}
      title={address === undefined ? 'Add New Address' : 'Edit Address'}
      onClose={onClose}
    >
      <AddressForm key={address?.id ?? 'new'} address={address} onClose={onClose} />
    </ResponsiveModal>
  );
}
