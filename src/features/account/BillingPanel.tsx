import { Tabs } from '@mantine/core';
import { useEffect } from 'react';
import { usePayments } from '../../stores/payments.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LOAD_BILLING, loadBilling } from '../../use-cases/payments/saved-cards.ts';
import type { BillingTab } from './account-search.ts';
import classes from './BillingPanel.module.css';
import { CardsPanel } from './CardsPanel.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { MissingList } from './MissingList.tsx';
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

function MissingBillingList({ what }: { what: 'cards' | 'payments' }) {
  return (
    <MissingList
      what={what}
      offlineText={`Connect to see your ${what}. They are never saved on this device.`}
      loader={LOAD_BILLING}
      onRetry={() => void loadBilling()}
    >
      <div className="stack gap-3" aria-hidden="true">
        {['first', 'second'].map((key) => (
          <div key={key} className={`card items-center p-4 ${classes.card}`}>
            <span className={`block overflow-hidden relative text-ink ${classes.cardImage}`} />
            <div className="min-w-0">
              <Skeleton width={60} />
              <Skeleton width={40} isSmall />
            </div>
          </div>
        ))}
      </div>
    </MissingList>
  );
}
