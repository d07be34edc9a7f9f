import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { formatBytes } from '../../domain/format.ts';
import { loadAddresses } from '../../flows/addresses.ts';
import { clearCachedData, keepSafe, type StorageUse, storageUse } from '../../flows/device-storage.ts';
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
import classes from './DeviceStorage.module.css';

/** What the app keeps on this device for whoever is here, how much it takes, and the way to be rid of it. */
export function DeviceStorage() {
  const account = useUser(({ user }) => accountOf(user));
  const drafts = useDrafts((state) => draftsOf(state.drafts, account).length);
  const waiting = useOutbox(({ entries }) => entries.length);
  const deliveries = useDelivery(({ list }) => list.length);
  const addresses = useAddresses(({ list }) => list.length);
  const [use, setUse] = useState<StorageUse>();
  const [isAsking, setAsking] = useState(false);
  const [isClearing, setClearing] = useState(false);
  const measure = useCallback(() => void storageUse().then(setUse), []);
  useEffect(measure, [measure]);

  async function clear() {
    setClearing(true);
    await clearCachedData();
    if (account !== undefined) void loadAddresses();
    measure();
    setClearing(false);
    setAsking(false);
    showAlert('success', 'Cached data cleared');
  }

  async function protect() {
    if (!(await keepSafe()))
      showAlert('info', 'The browser did not agree', 'Most agree once the app is installed on this device.');
    measure();
  }

  return (
    <PageSection title="On this device">
      <Card>
        <Rows
          className={classes.rows ?? ''}
          rows={[
            { label: 'Written', value: `${count(drafts, 'draft')}, ${waiting} waiting to send` },
            {
              label: 'To read',
              value: [
                ...(account === undefined
                  ? []
                  : [count(deliveries, 'delivery', 'deliveries'), count(addresses, 'address', 'addresses')]),
                count(use?.tiles ?? 0, 'map tile'),
              ].join(', '),
            },
            { label: 'Space', value: use === undefined ? 'Measuring' : spaceWords(use) },
            {
              label: 'When full',
              value: use?.isSafe ? 'The browser keeps it' : 'The browser may clear it',
              action: use?.isSafe === false && (
                <Button variant="default" size="sm" onClick={() => void protect()}>
                  Keep it
                </Button>
              ),
            },
          ]}
        />
        <div className={classes.foot}>
          <Button variant="default" size="sm" onClick={() => setAsking(true)}>
            Clear cached data
          </Button>
        </div>
      </Card>
      <ConfirmDialog
        isOpen={isAsking}
        title="Clear cached data?"
        confirmLabel="Clear"
        isBusy={isClearing}
        onConfirm={() => void clear()}
        onClose={() => setAsking(false)}
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

function spaceWords({ used, quota }: StorageUse): string {
  if (used === undefined) return 'This browser does not say';
  return quota === undefined ? formatBytes(used) : `${formatBytes(used)} of ${formatBytes(quota)}`;
}

function count(amount: number, one: string, several = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : several}`;
}
