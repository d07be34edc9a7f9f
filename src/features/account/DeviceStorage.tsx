import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { formatBytes, formatCount } from '../../domain/format.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { draftsOf, useDrafts } from '../../stores/drafts.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { useAccount } from '../../stores/user.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { discardParked } from '../../use-cases/outbox/pending-entries.ts';
import { loadAddresses } from '../../use-cases/places/load-addresses.ts';
import {
  clearCachedData,
  readStorageUsage,
  requestPersistentStorage,
  type StorageUsage,
} from '../../use-cases/storage/device-storage.ts';
import classes from './DeviceStorage.module.css';

export function DeviceStorage() {
  const account = useAccount();
  const drafts = useDrafts((state) => draftsOf(state.drafts, account).length);
  const waiting = useOutbox(({ entries }) => entries.length);
  const parked = useOutbox((state) => state.parked);
  const deliveries = useDelivery(({ list }) => list.length);
  const addresses = useAddresses(({ list }) => list.length);
  const isConfigForeign = useApp((state) => state.isConfigForeign);
  const [usage, setUsage] = useState<StorageUsage>();
  const [confirming, setConfirming] = useState<'clear' | 'discard'>();
  const measure = useCallback(() => void readStorageUsage().then(setUsage), []);
  useEffect(() => void measure(), [measure]);

  async function clear() {
    await clearCachedData();
    if (account !== undefined) void loadAddresses();
    measure();
    showAlert('success', 'Cached data cleared');
  }

  async function requestPersistence() {
    if (!(await requestPersistentStorage()))
      showAlert('info', 'Your browser declined', 'Most browsers allow it once the app is installed.');
    measure();
  }

  function protection({ isPersistent }: StorageUsage): ReactNode {
    if (isPersistent) return 'Your data is protected';
    return (
      <div className={`flex flex-wrap items-center ${classes.protection}`}>
        <span>Your browser may delete your data</span>
        {isPersistent === false && (
          <SmallButton onClick={() => void requestPersistence()}>Protect my data</SmallButton>
        )}
      </div>
    );
  }

  return (
    <PageSection title="On this device">
      <div className="card">
        <Rows
          isAtTop
          rows={[
            { label: 'Unsent', value: `${formatCount(drafts, 'draft')}, ${waiting} waiting to send` },
            parked.requests + parked.drafts > 0 && {
              label: account === undefined ? 'Waiting for your login' : 'Waiting for another login',
              value: `${formatCount(parked.drafts, 'draft')}, ${formatCount(parked.requests, 'request')}`,
              action: <SmallButton onClick={() => setConfirming('discard')}>Remove</SmallButton>,
            },
            {
              label: 'Available offline',
              value: [
                ...(account === undefined
                  ? []
                  : [
                      formatCount(deliveries, 'delivery', 'deliveries'),
                      formatCount(addresses, 'address', 'addresses'),
                    ]),
                formatCount(usage?.tileCount ?? 0, 'map tile'),
              ].join(', '),
            },
            { label: 'Storage used', value: usage === undefined ? 'Calculating…' : storageText(usage) },
            {
              label: 'If storage runs low',
              value: usage === undefined ? 'Checking…' : protection(usage),
            },
            isConfigForeign && {
              label: 'Settings of Send',
              value:
                "Another server answered instead of Send, so the settings saved on this device stay in use. We'll keep checking.",
            },
          ]}
        />
        <div className="border-t px-5 pt-4 pb-5">
          <SmallButton onClick={() => setConfirming('clear')}>Clear cached data</SmallButton>
        </div>
      </div>
      <ConfirmDialog
        isOpen={confirming === 'clear'}
        title="Clear cached data?"
        confirmLabel="Clear"
        onConfirm={clear}
        onClose={() => setConfirming(undefined)}
      >
        <p>
          This removes the deliveries, addresses and maps saved for offline use. They download again when you
          are online.
        </p>
        <p>Your drafts and unsent requests stay, and you stay logged in.</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={confirming === 'discard'}
        title="Remove the waiting drafts and requests?"
        confirmLabel="Remove"
        isDanger
        onConfirm={discardParked}
        onClose={() => setConfirming(undefined)}
      >
        What has not been sent will be lost for good. To send or edit it, its owner can log in instead.
      </ConfirmDialog>
    </PageSection>
  );
}

function storageText({ used, quota }: StorageUsage): string {
  if (used === undefined) return 'Not reported by this browser';
  return quota === undefined ? formatBytes(used) : `${formatBytes(used)} of ${formatBytes(quota)}`;
}
