import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { formatBytes } from '../../domain/format.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { draftsOf, useDrafts } from '../../stores/drafts.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { loadAddresses } from '../../use-cases/places/load-addresses.ts';
import {
  clearCachedData,
  readStorageUsage,
  requestPersistentStorage,
  type StorageUsage,
} from '../../use-cases/storage/device-storage.ts';
import classes from './DeviceStorage.module.css';

/** What the app keeps on this device for whoever is here, how much it takes, and the way to be rid of it. */
export function DeviceStorage() {
  const account = useUser(({ user }) => accountOf(user));
  const drafts = useDrafts((state) => draftsOf(state.drafts, account).length);
  const waiting = useOutbox(({ entries }) => entries.length);
  const deliveries = useDelivery(({ list }) => list.length);
  const addresses = useAddresses(({ list }) => list.length);
  const [usage, setUsage] = useState<StorageUsage>();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isClearing, setIsClearing] = useState(false);
  const measure = useCallback(() => void readStorageUsage().then(setUsage), []);
  useEffect(measure, [measure]);

  async function clear() {
    setIsClearing(true);
    await clearCachedData();
    if (account !== undefined) void loadAddresses();
    measure();
    setIsClearing(false);
    setIsConfirming(false);
    showAlert('success', 'Cached data cleared');
  }

  async function requestPersistence() {
    if (!(await requestPersistentStorage()))
      showAlert('info', 'The browser did not agree', 'Most agree once the app is installed on this device.');
    measure();
  }

  return (
    <PageSection title="On this device">
      <Card>
        <Rows
          className={classes.rows ?? ''}
          rows={[
            { label: 'Written', value: `${pluralize(drafts, 'draft')}, ${waiting} waiting to send` },
            {
              label: 'To read',
              value: [
                ...(account === undefined
                  ? []
                  : [
                      pluralize(deliveries, 'delivery', 'deliveries'),
                      pluralize(addresses, 'address', 'addresses'),
                    ]),
                pluralize(usage?.tileCount ?? 0, 'map tile'),
              ].join(', '),
            },
            { label: 'Space', value: usage === undefined ? 'Measuring' : storageText(usage) },
            {
              label: 'When full',
              value: usage?.isPersistent ? 'The browser keeps it' : 'The browser may clear it',
              action: usage?.isPersistent === false && (
                <Button variant="default" size="sm" onClick={() => void requestPersistence()}>
                  Keep it
                </Button>
              ),
            },
          ]}
        />
        <div className={classes.foot}>
          <Button variant="default" size="sm" onClick={() => setIsConfirming(true)}>
            Clear cached data
          </Button>
        </div>
      </Card>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Clear cached data?"
        confirmLabel="Clear"
        isBusy={isClearing}
        onConfirm={() => void clear()}
        onClose={() => setIsConfirming(false)}
      >
        <p>
          Deliveries, addresses and maps that are kept for reading offline go. They come back with a
          connection.
        </p>
        <p>Your drafts, what waits to be sent and your login stay.</p>
      </ConfirmDialog>
    </PageSection>
  );
}

function storageText({ used, quota }: StorageUsage): string {
  if (used === undefined) return 'This browser does not say';
  return quota === undefined ? formatBytes(used) : `${formatBytes(used)} of ${formatBytes(quota)}`;
}

function pluralize(amount: number, singular: string, plural = `${singular}s`): string {
  return `${amount} ${amount === 1 ? singular : plural}`;
}
