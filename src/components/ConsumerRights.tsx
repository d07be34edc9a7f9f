import { TextLink } from '../ui/Links.tsx';

/** What consumers must know before they pay: the VAT, and that they cannot withdraw, as the terms say. (PAY-95) */
export function ConsumerRights({ vatPercent }: { vatPercent: number }) {
  return (
    <p className="mb-2 size-sm text-muted">
      {vatPercent > 0 && `The price includes ${vatPercent}% VAT. `}
      Your delivery is transport at an agreed time, so there is no right of withdrawal. You can cancel until a
      driver picks it up.{' '}
      <TextLink className="inline" to="/terms-and-conditions">
        Terms & Conditions
      </TextLink>
    </p>
  );
}
