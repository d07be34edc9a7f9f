import { Button, Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useApp } from '../../stores/app.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { usePayments } from '../../stores/payments.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { LOAD_BILLING, loadBilling } from '../../use-cases/payments/saved-cards.ts';
import type { BillingTab } from './account-search.ts';
import classes from './BillingPanel.module.css';
import { CardsPanel } from './CardsPanel.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import '@mantine/core/styles/Tabs.layer.css';
import '../../ui/tabs.css';

type BillingPanelProps = { list: BillingTab; onListChange: (list: BillingTab) => void };

/** Saved cards and past payments. They are requested when the tab opens and never stored on the device. */
export function BillingPanel({ list, onListChange }: BillingPanelProps) {
  const { methods, payments } = usePayments();
  useEffect(() => {
    void loadBilling();
  }, []);
  return (
    <Tabs
      value={list}
      onChange={(value) => onListChange(value === 'history' ? 'history' : 'cards')}
      keepMounted={false}
      classNames={{ list: classes.tabs ?? '' }}
    >
      <Tabs.List aria-label="Billing">
        <Tabs.Tab value="cards">Payment Methods</Tabs.Tab>
        <Tabs.Tab value="history">Payment History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="cards">
        {methods === undefined ? <MissingBillingList what="cards" /> : <CardsPanel cards={methods} />}
      </Tabs.Panel>
      <Tabs.Panel value="history">
        {payments === undefined ? (
          <MissingBillingList what="payments" />
        ) : (
          <HistoryPanel payments={payments} />
        )}
      </Tabs.Panel>
    </Tabs>
  );
}

/** Shown instead of a list that is loading or could not be loaded. */
function MissingBillingList({ what }: { what: 'cards' | 'payments' }) {
  const isLoading = useLoaders(({ loading }) => loading[LOAD_BILLING] === true);
  const isReachable = useApp(({ isReachable }) => isReachable);
  // Before the first request has started, there is no failure to show.
  const [hasBegun, setHasBegun] = useState(false);
  useEffect(() => void setHasBegun(true), []);
  const [hasStoppedWaiting, setHasStoppedWaiting] = useState(false);

  if ((isLoading && !hasStoppedWaiting) || !hasBegun) {
    return (
      <>
        <p role="status" className="mb-3 text-soft">{`Loading ${what}...`}</p>
        <div className="stack gap-3" aria-hidden="true">
          {['first', 'second'].map((key) => (
            <Card key={key} className={`items-center p-4 ${classes.card}`}>
              <span className={`block overflow-hidden relative text-ink ${classes.cardImage}`} />
              <div className="min-w-0">
                <Skeleton width={60} />
                <Skeleton width={40} isSmall />
              </div>
            </Card>
          ))}
        </div>
        <StillTrying isPending onCancel={() => setHasStoppedWaiting(true)} />
      </>
    );
  }
  function tryAgain() {
    setHasStoppedWaiting(false);
    void loadBilling();
  }
  return (
    <Notice
      tone="plain"
      role="status"
      title={isReachable ? `Your ${what} could not be loaded` : 'You are offline'}
      action={
        <Button variant="default" size="sm" onClick={tryAgain}>
          Try again
        </Button>
      }
    >
      {isReachable
        ? 'Try again in a moment.'
        : `Connect to see your ${what}. They are never saved on this device.`}
    </Notice>
  );
}
