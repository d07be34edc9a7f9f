import { Radio } from '@mantine/core';
import { useId, useState } from 'react';
import { addressIcon } from '../../components/address-icon.ts';
import { RefreshLine } from '../../components/RefreshLine.tsx';
import { ShowMore } from '../../components/ShowMore.tsx';
import { WindowedList } from '../../components/WindowedList.tsx';
import type { Address } from '../../contract/address.ts';
import { addressLine } from '../../contract/address-line.ts';
import { LIST_STEP } from '../../domain/limits.ts';
import { explainMissing } from '../../domain/read-failure.ts';
import { type DefaultKind, useAddresses } from '../../stores/addresses.ts';
import { useApp } from '../../stores/app.ts';
import { formDrafts } from '../../stores/form-drafts.ts';
import { useIsLoading } from '../../stores/loaders.ts';
import { useAccount } from '../../stores/user.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { BlockableButton, BlockedReason, OnlineButton } from '../../ui/OnlineButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { chooseDefault, removeAddress } from '../../use-cases/places/change-addresses.ts';
import { loadAddresses } from '../../use-cases/places/load-addresses.ts';
import { useRefresh } from '../../use-cases/use-refresh.ts';
import classes from './AddressesPanel.module.css';
import { AddressForm } from './AddressForm.tsx';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '../../ui/choices.css';

const OFFLINE_NOTE = 'addresses-offline';

export function AddressesPanel() {
  const account = useAccount();
  const { owner, list, updatedAt, isLoaded } = useAddresses();
  const isReachable = useApp(({ isReachable }) => isReachable);
  const isLoading = useIsLoading('addresses');
  const isChoosingPickUp = useIsLoading('isDefaultPickUp');
  const isChoosingDropOff = useIsLoading('isDefaultDropOff');
  // After a new login the form opens again whose typed values were retained.
  const [open, setOpen] = useState<{ id: number | undefined } | undefined>(formDrafts().address);
  const [deleted, setDeleted] = useState<Address>();
  const [shownCount, setShownCount] = useState(LIST_STEP);
  const refreshState = useRefresh({ check: loadAddresses });

  const addresses = owner === account ? list : [];
  const isKnown = owner === account && updatedAt !== undefined;
  const isWaiting = (isLoading || !isLoaded) && refreshState.outcome?.kind !== 'failed';
  // What was typed for an address that was deleted elsewhere can still be saved, as a new one.
  const edited = addresses.find(({ id }) => id === open?.id);
  const add = (
    <OnlineButton
      size="sm"
      variant={addresses.length === 0 ? 'filled' : 'default'}
      leftSection={<Icon name="plus" />}
      reason="Saving an address needs a connection."
      onClick={() => setOpen({ id: undefined })}
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
        <Notice
          tone="plain"
          role="status"
          title="Your addresses could not be loaded"
          action={<SmallButton onClick={refreshState.refresh}>Try again</SmallButton>}
        >
          {refreshState.outcome?.kind === 'failed' &&
            explainMissing(refreshState.outcome.failure, 'your addresses')}
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
          <StillTrying isPending={isChoosingPickUp || isChoosingDropOff} />
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
                  onEdit={() => setOpen({ id: address.id })}
                  onDelete={() => setDeleted(address)}
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
      <FormDialog
        isOpen={isKnown && open !== undefined}
        title={edited === undefined ? 'Add New Address' : 'Edit Address'}
        onClose={() => setOpen(undefined)}
      >
        {(form) => <AddressForm key={edited?.id ?? 'new'} address={edited} {...form} />}
      </FormDialog>
      <ConfirmDialog
        isOpen={addresses.some(({ id }) => id === deleted?.id)}
        title="Are you sure?"
        confirmLabel="Delete"
        isDanger
        onConfirm={() => deleted && removeAddress(deleted.id)}
        onClose={() => setDeleted(undefined)}
      >
        <p>This will permanently delete this address.</p>
        {deleted && <p className="mt-2 text-ink font-bold wrap-anywhere">{deleted.name}</p>}
      </ConfirmDialog>
    </div>
  );
}

type AddressCardProps = {
  address: Address;
  /** The id of the text that explains why nothing can be changed offline; undefined while online. */
  offlineNote: string | undefined;
  onEdit: () => void;
  onDelete: () => void;
};

function AddressCard({ address, offlineNote, onEdit, onDelete }: AddressCardProps) {
  const nameId = useId();
  return (
    <li className={`card stack gap-3 min-w-0 p-4 ${classes.card}`} aria-labelledby={nameId}>
      <div className="flex items-start gap-3 min-w-0">
        <span className={`center flex-none rounded-md bg-sunken text-ink ${classes.icon}`}>
          <Icon name={addressIcon(address.name)} />
        </span>
        <div className="flex-1 min-w-0 wrap-anywhere">
          <h2 id={nameId} className="title-lg" dir="auto">
            {address.name}
          </h2>
          <p className="text-soft" dir="auto">
            {addressLine(address) || address.address}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-x-6">
        <DefaultRadio kind="isDefaultPickUp" label="Default Pick-up" {...{ address, offlineNote }} />
        <DefaultRadio kind="isDefaultDropOff" label="Default Drop-off" {...{ address, offlineNote }} />
      </div>
      <div className="columns-2">
        <BlockableButton aria-label={`Edit ${address.name}`} blockedBy={offlineNote} onClick={onEdit}>
          Edit
        </BlockableButton>
        <BlockableButton
          className="text-danger"
          aria-label={`Delete ${address.name}`}
          blockedBy={offlineNote}
          onClick={onDelete}
        >
          Delete
        </BlockableButton>
      </div>
    </li>
  );
}

type DefaultRadioProps = Pick<AddressCardProps, 'address' | 'offlineNote'> & {
  kind: DefaultKind;
  label: string;
};

/** The radio buttons of a kind form one group across all cards, because only one address is the default. */
function DefaultRadio({ kind, label, address, offlineNote }: DefaultRadioProps) {
  const isChanging = useIsLoading(kind);
  const isOffline = offlineNote !== undefined;
  return (
    <Radio
      name={kind}
      label={label}
      aria-label={`${label}: ${address.name}`}
      checked={address[kind]}
      aria-describedby={offlineNote}
      aria-disabled={isOffline || isChanging || undefined}
      onChange={() => {
        if (!isOffline && !isChanging) void chooseDefault(kind, address.id);
      }}
    />
  );
}
function AddressCardSkeleton() {
  return (
    <>
      <p role="status" className="text-soft">
        Loading addresses...
      </p>
      <div className={`stack gap-3 ${classes.list}`} aria-hidden="true">
        {['first', 'second'].map((key) => (
          <div key={key} className={`card stack gap-3 min-w-0 p-4 ${classes.card}`}>
            <div className="flex items-start gap-3 min-w-0">
              <span className={`center flex-none rounded-md bg-sunken text-ink ${classes.icon}`} />
              <div className="flex-1 min-w-0 wrap-anywhere">
                <Skeleton width={40} />
                <Skeleton width={80} isSmall />
              </div>
            </div>
            <Skeleton width={60} />
            <Skeleton width={60} />
          </div>
        ))}
      </div>
    </>
  );
}
