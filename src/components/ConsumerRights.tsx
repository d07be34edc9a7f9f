import { TextLink } from '../ui/Links.tsx';

type ConsumerRightsProps = {
  /** Until it is known, a usual rate takes up the place of the sentence, so that nothing moves when it appears. */
  vatPercent: number | undefined;
};

/** What consumers must know before they pay: the VAT, and that they cannot withdraw, as the terms say. (PAY-95) */
export function ConsumerRights({ vatPercent }: ConsumerRightsProps) {
  return (
    <div className="mb-2 size-sm text-muted">
      {vatPercent !== 0 && (
        <p style={vatPercent ? undefined : { visibility: 'hidden' }}>
          {`The price includes ${vatPercent ?? 23}% VAT.`}
        </p>
      )}
      <p>
        Your delivery is transport at an agreed time, so there is no right of withdrawal. You can cancel until
        a driver picks it up.{' '}
        <TextLink className="inline" to="/terms-and-conditions">
          Terms & Conditions
        </TextLink>
      </p>
    </div>
  );
}
