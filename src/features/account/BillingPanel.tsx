import { Tabs } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { cardName, expiryText } from '../../contract/card-format.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import { isRemovableCard } from '../../contract/rules.ts';
import { useApp } from '../../stores/app.ts';
import { formDrafts } from '../../stores/form-drafts.ts';
import { useIsLoading } from '../../stores/loaders.ts';
import { usePayments } from '../../stores/payments.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { BlockableButton, OnlineButton } from '../../ui/OnlineButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import {
  DEFAULT_CARD,
  LOAD_BILLING,
  loadBilling,
  makeDefaultCard,
  removeCard,
} from '../../use-cases/payments/saved-cards.ts';
import type { BillingTab } from './account-search.ts';
import classes from './BillingPanel.module.css';
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
        {methods ? <CardsPanel cards={methods} /> : <MissingBillingList what="cards" />}
      </Tabs.Panel>
      <Tabs.Panel value="history">
        {payments ? <HistoryPanel payments={payments} /> : <MissingBillingList what="payments" />}
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
            <div className="flex-1">
              <Skeleton width={60} />
              <Skeleton width={40} isSmall />
            </div>
          </div>
        ))}
      </div>
    </MissingList>
  );
}

export function CardsPanel({ cards }: { cards: PaymentMethod[] }) {
  const isChanging = useIsLoading(DEFAULT_CARD);
  const [isAdding, setIsAdding] = useState(() => formDrafts().card !== undefined);
  const [removed, setRemoved] = useState<PaymentMethod>();

  const add = (
    <OnlineButton
      variant={cards.length === 0 ? 'filled' : 'default'}
      leftSection={<Icon name="plus" />}
      reason="Adding a card needs a connection."
      onClick={() => setIsAdding(true)}
    >
      Add New Card
    </OnlineButton>
  );

  return (
    <>
      {cards.length === 0 ? (
        <EmptyState
          illustration="card"
          title="No payment methods"
          text="Save a card to pay faster next time."
        >
          {add}
        </EmptyState>
      ) : (
        <>
          <ul className="stack gap-3">
            {cards.map((card) => (
              <SavedCard
                key={card.id}
                card={card}
                cardCount={cards.length}
                onRemove={() => setRemoved(card)}
              />
            ))}
          </ul>
          <StillTrying isPending={isChanging} />
          <div className={`stack mt-4 ${classes.add}`}>{add}</div>
        </>
      )}
      <p className="flex gap-2 mt-5 text-sm text-muted">
        <Icon name="lock" size={18} />
        Card numbers go straight to the card provider. We store only the last four digits.
      </p>
      <FormDialog isOpen={isAdding} title="Add Payment Method" onClose={() => setIsAdding(false)}>
        {(form) => <AddCardForm {...form} />}
      </FormDialog>
      <ConfirmDialog
        isOpen={cards.some(({ id }) => id === removed?.id)}
        title="Are you sure?"
        confirmLabel="Remove"
        isDanger
        onConfirm={() => removed && removeCard(removed.id)}
        onClose={() => setRemoved(undefined)}
      >
        <p>This will remove the card from your account. This action cannot be undone.</p>
        {removed && <p className="mt-2 text-ink font-bold">{cardName(removed.brand, removed.last4)}</p>}
      </ConfirmDialog>
    </>
  );
}

type SavedCardProps = { card: PaymentMethod; cardCount: number; onRemove: () => void };

function SavedCard({ card, cardCount, onRemove }: SavedCardProps) {
  const nameId = useId();
  const reasonId = useId();
  const isReachable = useApp(({ isReachable }) => isReachable);
  const isChanging = useIsLoading(DEFAULT_CARD);
  const reason = removalBlockedReason(card, cardCount, isReachable);
  const name = cardName(card.brand, card.last4);
  return (
    <li className={`card items-center p-4 ${classes.card}`} aria-labelledby={nameId}>
      <span
        className={`block overflow-hidden relative text-ink ${classes.cardImage}`}
        data-default={card.isDefault || undefined}
        aria-hidden="true"
      >
        <svg viewBox="0 0 88 56" aria-hidden="true">
          <path d="M8 42Q44 10 80 30" />
        </svg>
        <b>{`•• ${card.last4}`}</b>
      </span>
      <div className={`stack justify-items-start min-w-0 wrap-anywhere ${classes.text}`}>
        <h2 id={nameId} className="text-md tracking-normal">
          {name}
        </h2>
        <small>{`Expires ${expiryText(card.expMonth, card.expYear)}`}</small>
        {card.isDefault && <StatusBadge tone="plain" icon="check" label="Default" />}
      </div>
      <div className={`flex flex-wrap gap-2 ${classes.actions}`}>
        {reason !== undefined && (
          <p id={reasonId} className={`flex items-center gap-icon text-sm text-muted ${classes.reason}`}>
            <Icon name={isReachable ? 'info' : 'offline'} size={18} />
            {reason}
          </p>
        )}
        {!card.isDefault && (
          <BlockableButton
            aria-label={`Set as Default: ${name}`}
            blockedBy={isReachable ? undefined : reasonId}
            onClick={() => isChanging || void makeDefaultCard(card.id)}
          >
            Set as Default
          </BlockableButton>
        )}
        <BlockableButton
          className="text-danger"
          aria-label={`Remove ${name}`}
          blockedBy={reason && reasonId}
          onClick={onRemove}
        >
          Remove
        </BlockableButton>
      </div>
    </li>
  );
}

/** Why this card cannot be removed now; undefined if it can be removed. */
function removalBlockedReason(card: PaymentMethod, cardCount: number, isReachable: boolean) {
  if (!isRemovableCard(card, cardCount)) {
    return card.isDefault && cardCount > 1
      ? 'The default card cannot be removed.'
      : 'Your only card cannot be removed.';
  }
  return isReachable ? undefined : 'Changing cards needs a connection.';
}

/** The form is a lazy component, so that the provider's script loads only when someone adds a card. */
const AddCardForm = lazyComponent(() => import('./AddCardForm.tsx').then((file) => file.AddCardForm), {
  fallback: <p role="status">Loading...</p>,
  showsFailure: true,
});
