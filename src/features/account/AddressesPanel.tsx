import { useState } from 'react';
import { RefreshLine } from '../../components/RefreshLine.tsx';
import { ShowMore } from '../../components/ShowMore.tsx';
import { WindowedList } from '../../components/WindowedList.tsx';
import type { Address } from '../../contract/address.ts';
import { LIST_STEP } from '../../domain/limits.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { useApp } from '../../stores/app.ts';
import { formDrafts } from '../../stores/form-drafts.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { useAccount } from '../../stores/user.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { BlockedReason, OnlineButton } from '../../ui/OnlineButton.tsx';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { chooseDefault, removeAddress } from '../../use-cases/places/change-addresses.ts';
import { loadAddresses } from '../../use-cases/places/load-addresses.ts';
import { useRefresh } from '../../use-cases/use-refresh.ts';
import { AddressCard, AddressCardSkeleton } from './AddressCard.tsx';
import classes from './AddressesPanel.module.css';
import { AddressForm } from './AddressForm.tsx';

const OFFLINE_NOTE = 'addresses-offline';

/** The saved addresses, with one default for pick-up and one for drop-off. */
export function AddressesPanel() {
  const account = useAccount();
  const { owner, list, updatedAt, isLoaded } = useAddresses();
  const isReachable = useApp(({ isReachable }) => isReachable);
  const isLoading = useLoaders(({ loading }) => loading.addresses === true);
  const isChoosing = useLoaders(
    ({ loading }) => loading.isDefaultPickUp === true || loading.isDefaultDropOff === true,
  );
  // After a new login the form opens again whose typed values were retained.
  const [retainedDraft, setRetainedDraft] = useState(formDrafts().address);
  const [chosen, setChosen] = useState<Address | 'new'>();
  const [deleted, setDeleted] = useState<Address>();
  const [shownCount, setShownCount] = useState(LIST_STEP);
  const refreshState = useRefresh({ check: loadAddresses });

  const addresses = owner === account ? list : [];
  const isKnown = owner === account && updatedAt !== undefined;
  const isWaiting = (isLoading || !isLoaded) && refreshState.outcome?.kind !== 'failed';
  const retainedAddress = retainedDraft && (addresses.find(({ id }) => id === retainedDraft.id) ?? 'new');
  const edited = chosen ?? (isKnown ? retainedAddress : undefined);
  const add = (
    <OnlineButton
      size="sm"
      variant={addresses.length === 0 ? 'filled' : 'default'}
      leftSection={<Icon name="plus" />}
      reason="Saving an address needs a connection."
      onClick={() => setChosen('new')}
    >
      Add New Address
    </OnlineButton>
  );

  return (
    <div className="stack gap-4">
      {!isKnown && isWaiting && (
        <>
          <AddressCardSkeleton />
          <StillTrying isPending onCancel={refreshState.stopWaiting} />
        </>
      )}
      {!isKnown && !isWaiting && (
        <Notice tone="plain" title="Your addresses could not be loaded" role="status">
          <RefreshLine updatedAt={undefined} refreshState={refreshState} />
        </Notice>
      )}
      {isKnown && addresses.length === 0 && (
        <EmptyState
          illustration="address"
          title="No addresses yet"
          text="Add your first address to get started"
        >
          {add}
        </EmptyState>
      )}
      {isKnown && addresses.length > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <RefreshLine updatedAt={updatedAt} refreshState={refreshState} />
            {add}
          </div>
          {!isReachable && (
            <BlockedReason id={OFFLINE_NOTE}>
              Editing, deleting and choosing defaults need a connection.
            </BlockedReason>
          )}
          <StillTrying isPending={isChoosing} />
          {/* The radio buttons of both kinds belong together across all cards. */}
          <fieldset className="min-w-0" aria-label="Default addresses">
            <WindowedList
              items={addresses.slice(0, shownCount)}
              className={`stack gap-3 ${classes.list}`}
              renderItem={(address) => (
                <AddressCard
                  key={address.id}
                  address={address}
                  offlineNote={isReachable ? undefined : OFFLINE_NOTE}
                  onEdit={() => setChosen(address)}
                  onDelete={() => setDeleted(address)}
                  onSetDefault={(kind) => void chooseDefault(kind, address.id)}
                />
              )}
            />
          </fieldset>
          <ShowMore
            state="idle"
            onShowMore={
              addresses.length > shownCount ? () => setShownCount(shownCount + LIST_STEP) : undefined
            }
          />
        </>
      )}
      <AddressDialog
        edited={edited}
        onClose={() => {
          setRetainedDraft(undefined);
          setChosen(undefined);
        }}
      />
      <DeleteAddress address={deleted} onClose={() => setDeleted(undefined)} />
    </div>
  );
}

function DeleteAddress({ address, onClose }: { address: Address | undefined; onClose: () => void }) {
  // The address stays visible while the closing animation of the dialog runs.
  const [shown, setShown] = useState(address);
  if (address !== undefined && address !== shown) setShown(address);
  return (
    <ConfirmDialog
      isOpen={address !== undefined}
      title="Are you sure?"
      confirmLabel="Delete"
      isDanger
      onConfirm={() => address && removeAddress(address.id)}
      onClose={onClose}
    >
      <p>This will permanently delete this address.</p>
      {shown && <p className="mt-2 text-ink font-bold wrap-anywhere">{shown.name}</p>}
    </ConfirmDialog>
  );
}

type AddressDialogProps = {
  /** The address to edit, or 'new'; undefined while the dialog is closed. */
  edited: Address | 'new' | undefined;
  onClose: () => void;
};

function AddressDialog({ edited, onClose }: AddressDialogProps) {
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
