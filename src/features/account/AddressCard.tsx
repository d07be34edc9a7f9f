import { Radio } from '@mantine/core';
import { useId } from 'react';
import { addressIcon } from '../../components/address-icon.ts';
import type { Address } from '../../contract/address.ts';
import { addressLine } from '../../contract/address-line.ts';
import type { DefaultKind } from '../../stores/addresses.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { Icon } from '../../ui/Icon.tsx';
import { BlockableButton } from '../../ui/OnlineButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './AddressesPanel.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '../../ui/choices.css';

type AddressCardProps = {
  address: Address;
  /** The id of the text that explains why nothing can be changed offline; undefined while online. */
  offlineNote: string | undefined;
  onEdit: () => void;
  onDelete: () => void;
  onSetDefault: (kind: DefaultKind) => void;
};

export function AddressCard({ address, offlineNote, onEdit, onDelete, onSetDefault }: AddressCardProps) {
  const nameId = useId();
  const radioProps = { address, offlineNote, onSetDefault };
  return (
    <li className={`card stack gap-3 min-w-0 p-4 ${classes.card}`} aria-labelledby={nameId}>
      <div className="flex items-start gap-3 min-w-0">
        <span className={`center flex-none rounded-md bg-sunken text-ink ${classes.icon}`}>
          <Icon name={addressIcon(address.name)} />
        </span>
        <div className={'flex-1 min-w-0 wrap-anywhere'}>
          <h2 id={nameId} className="title-lg" dir="auto">
            {address.name}
          </h2>
          <p className="text-soft" dir="auto">
            {addressLine(address) || address.address}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-x-6">
        <DefaultRadio kind="isDefaultPickUp" label="Default Pick-up" {...radioProps} />
        <DefaultRadio kind="isDefaultDropOff" label="Default Drop-off" {...radioProps} />
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

type DefaultRadioProps = {
  kind: DefaultKind;
  label: string;
} & Pick<AddressCardProps, 'address' | 'offlineNote' | 'onSetDefault'>;

/** The radio buttons of a kind form one group across all cards, because only one address is the default. */
function DefaultRadio({ kind, label, address, offlineNote, onSetDefault }: DefaultRadioProps) {
  const isChanging = useLoaders(({ loading }) => loading[kind] === true);
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
        if (!isOffline && !isChanging) onSetDefault(kind);
      }}
    />
  );
}
export function AddressCardSkeleton() {
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
              <div className={'flex-1 min-w-0 wrap-anywhere'}>
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
