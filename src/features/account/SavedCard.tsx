import { Button } from '@mantine/core';
import { useId } from 'react';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { brandName, expiryText } from '../../contract/card-format.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import { isRemovableCard } from '../../contract/rules.ts';
import { useApp } from '../../stores/app.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { DEFAULT_CARD } from '../../use-cases/payments/saved-cards.ts';
import classes from './BillingPanel.module.css';

type SavedCardProps = {
  card: PaymentMethod;
  cardCount: number;
  onSetDefault: () => void;
  onRemove: () => void;
};

export function SavedCard({ card, cardCount, onSetDefault, onRemove }: SavedCardProps) {
  const nameId = useId();
  const reasonId = useId();
  const isReachable = useApp(({ isReachable }) => isReachable);
  const isChanging = useLoaders(({ loading }) => loading[DEFAULT_CARD] === true);
  const reason = removalBlockedReason(card, cardCount, isReachable);
  const describedBy = reason === undefined ? nameId : `${nameId} ${reasonId}`;
  const disabledProps = { 'data-disabled': true, 'aria-disabled': true } as const;
  return (
    <Card as="li" className={`items-center p-4 ${classes.card}`} aria-labelledby={nameId}>
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
        <h2
          id={nameId}
          className="text-md tracking-normal"
        >{`${brandName(card.brand)} ending in ${card.last4}`}</h2>
        <small>{`Expires ${expiryText(card.expMonth, card.expYear)}`}</small>
        {card.isDefault && <StatusBadge tone="plain" icon="check" label="Default" />}
      </div>
      <div className={`flex flex-wrap gap-2 col-span-full ${classes.actions}`}>
        {reason !== undefined && (
          <p id={reasonId} className={`flex items-center gap-icon text-sm text-muted ${classes.reason}`}>
            <Icon name={isReachable ? 'info' : 'offline'} size={18} />
            {reason}
          </p>
        )}
        {!card.isDefault && (
          <Button
            variant="default"
            size="sm"
            aria-describedby={describedBy}
            {...(isReachable ? {} : disabledProps)}
            onClick={isReachable && !isChanging ? onSetDefault : undefined}
          >
            Set as Default
          </Button>
        )}
        <Button
          variant="default"
          size="sm"
          className="text-danger"
          aria-describedby={describedBy}
          {...(reason === undefined ? {} : disabledProps)}
          onClick={reason === undefined ? onRemove : undefined}
        >
          Remove
        </Button>
      </div>
    </Card>
  );
}

/** Why this card cannot be removed now; undefined if it can be removed. */
function removalBlockedReason(
  card: PaymentMethod,
  cardCount: number,
  isReachable: boolean,
): string | undefined {
  if (!isRemovableCard(card, cardCount)) {
    return card.isDefault && cardCount > 1
      ? 'The default card cannot be removed.'
      : 'Your only card cannot be removed.';
  }
  return isReachable ? undefined : 'You are offline. Changing cards needs a connection.';
}
