import { useState } from 'react';
import type { Address } from '../../contract/address.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DELETE_ADDRESS, removeAddress } from '../../use-cases/places/change-addresses.ts';

type DeleteAddressProps = { address: Address | undefined; onClose: () => void };

export function DeleteAddress({ address, onClose }: DeleteAddressProps) {
  const isBusy = useLoaders(({ loading }) => loading[DELETE_ADDRESS] === true);
  // The address stays visible while the closing animation of the dialog runs.
  const [shown, setShown] = useState(address);
  if (address !== undefined && address !== shown) setShown(address);
  return (
    <ConfirmDialog
      isOpen={address !== undefined}
      title="Are you sure?"
      confirmLabel="Delete"
      isDanger
      isBusy={isBusy}
      onConfirm={() => {
        if (address) void removeAddress(address.id).then(onClose);
      }}
      onClose={onClose}
    >
      <p>This will permanently delete this address.</p>
      {shown && <p className="mt-2 text-ink font-bold wrap-anywhere">{shown.name}</p>}
    </ConfirmDialog>
  );
}
