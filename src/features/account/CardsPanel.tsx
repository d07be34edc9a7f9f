import { useState } from 'react';
import { brandName } from '../../contract/card-format.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import { formDrafts } from '../../stores/form-drafts.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import {
  DEFAULT_CARD,
  makeDefaultCard,
  REMOVE_CARD,
  removeCard,
} from '../../use-cases/payments/saved-cards.ts';
import { AddCard } from './AddCard.tsx';
import classes from './BillingPanel.module.css';
import { SavedCard } from './SavedCard.tsx';

export function CardsPanel({ cards }: { cards: PaymentMethod[] }) {
  const isRemoving = useLoaders(({ loading }) => loading[REMOVE_CARD] === true);
  const isChanging = useLoaders(({ loading }) => loading[DEFAULT_CARD] === true);
  const [isAdding, setIsAdding] = useState(() => formDrafts().card !== undefined);
  const [removed, setRemoved] = useState<PaymentMethod>();
  const [isConfirming, setIsConfirming] = useState(false);

  const add = (
    <OnlineButton
      variant={cards.length === 0 ? 'filled' : 'default'}
      leftSection={<Icon name="plus" />}
      reason="You are offline. Adding a card needs a connection."
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
                onSetDefault={() => void makeDefaultCard(card.id)}
                onRemove={() => {
                  setRemoved(card);
                  setIsConfirming(true);
                }}
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
      <AddCard isOpen={isAdding} onClose={() => setIsAdding(false)} />
      <ConfirmDialog
        isOpen={isConfirming}
        title="Are you sure?"
        confirmLabel="Remove"
        isDanger
        isBusy={isRemoving}
        onConfirm={() => {
          if (removed) void removeCard(removed.id).then(() => setIsConfirming(false));
        }}
        onClose={() => setIsConfirming(false)}
      >
        <p>This will remove the card from your account. This action cannot be undone.</p>
        {removed && (
          <p className="mt-2 text-ink font-bold">{`${brandName(removed.brand)} ending in ${removed.last4}`}</p>
        )}
      </ConfirmDialog>
    </>
  );
}
