import { useLayoutEffect, useState } from 'react';
import { PRICE_MAX_CENTS } from '../../contract/constants.ts';
import { formatMoney } from '../../contract/money.ts';
import type { PriceEstimate } from '../../contract/tariff.ts';
import { DELIVERY_RADIUS_KM } from '../../domain/limits.ts';
import { assumedDistanceOf } from '../../domain/unclear-places.ts';
import { useApp } from '../../stores/app.ts';
import { afterPress } from '../../ui/after-press.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import type { Estimate } from '../../use-cases/deliveries/use-estimate.ts';
import classes from './PriceBlock.module.css';
import '../../ui/details.css';

/** The estimated price with its status and breakdown. Its height stays the same while the price loads. */
export function PriceBlock({ estimate }: { estimate: Estimate }) {
  const shownEstimate = 'estimate' in estimate ? estimate.estimate : undefined;
  const assumedDistance = assumedDistanceOf(shownEstimate);
  const isTooHigh = shownEstimate !== undefined && shownEstimate.estimatedPrice > PRICE_MAX_CENTS / 100;
  return (
    <section className={classes.price} aria-label="Estimated price" aria-busy={estimate.kind === 'loading'}>
      <div className={`flex flex-wrap items-center justify-between gap-x-4 ${classes.top}`}>
        {/* In the place of the label the note moves no button of a wide screen. */}
        {estimate.kind === 'offline' ? (
          <UnconfirmedNote online="Estimated on this device; we'll keep trying to confirm it">
            Estimated offline; confirmed when you are back online
          </UnconfirmedNote>
        ) : estimate.kind === 'unavailable' ? (
          <UnconfirmedNote online="We can't get the price right now. We'll keep trying.">
            Price when you are back online
          </UnconfirmedNote>
        ) : (
          <span>Estimated price</span>
        )}
        <strong
          role="status"
          data-offline={estimate.kind === 'offline'}
          data-stale={estimate.kind === 'quoted' && estimate.isStale}
        >
          {shownEstimate
            ? formatMoney(shownEstimate.estimatedPrice, shownEstimate.currency)
            : estimate.kind === 'loading'
              ? 'Estimating…'
              : '–'}
        </strong>
      </div>
      {estimate.kind === 'quoted' && estimate.previousOfflinePrice !== undefined && (
        <PriceNote role="status">
          {`We've confirmed the price. It differs from our first estimate of ${estimate.previousOfflinePrice}.`}
        </PriceNote>
      )}
      {assumedDistance && <PriceNote>{assumedDistance}</PriceNote>}
      {shownEstimate && !isTooHigh && shownEstimate.distanceKm > DELIVERY_RADIUS_KM && (
        <PriceNote>
          This is outside our usual delivery radius of 50 miles (80 km). You can still send this request.
        </PriceNote>
      )}
      {shownEstimate && isTooHigh && (
        <PriceNote icon="warning">
          {`We can collect at most ${formatMoney(PRICE_MAX_CENTS / 100, shownEstimate.currency)} for a delivery. Please contact us about this one.`}
        </PriceNote>
      )}
      <Breakdown estimate={shownEstimate} />
    </section>
  );
}

type PriceNoteProps = { children: string; icon?: IconName; role?: 'status' };

/** It appears after a press, because it would move the pressed button. */
function PriceNote({ children, icon = 'info', role }: PriceNoteProps) {
  const [isShown, setIsShown] = useState(false);
  useLayoutEffect(() => void afterPress(() => setIsShown(true)), []);
  if (!isShown) return null;
  const tone = icon === 'info' ? 'text-soft' : 'text-old font-bold';
  return (
    <p className={`flex gap-2 text-sm ${tone}`} role={role}>
      <Icon name={icon} size={18} />
      {children}
    </p>
  );
}

/** @param online the text if the device is online and only the price is missing */
function UnconfirmedNote({ children, online }: { children: string; online: string }) {
  const isReachable = useApp((app) => app.isReachable);
  return <PriceNote icon={isReachable ? 'warning' : 'offline'}>{isReachable ? online : children}</PriceNote>;
}

const ROW = 'flex flex-wrap justify-between gap-x-4 py-1 size-15 text-soft tabular-nums';

function Breakdown({ estimate }: { estimate: PriceEstimate | undefined }) {
  if (!estimate) return <div className={classes.placeholder} />;
  return (
    <details className={classes.details}>
      <summary className="inline-flex items-center gap-icon min-h-tap size-15 text-soft">
        Price breakdown <Icon name="down" size={16} />
      </summary>
      <ul>
        {estimate.breakdown.map(({ label, amount }) => (
          <li key={label} className={ROW}>
            <span>{label}</span>
            <span>{formatMoney(amount, estimate.currency)}</span>
          </li>
        ))}
        {estimate.vat && (
          <li className={ROW}>
            <span>{`Includes ${estimate.vat.percent}% VAT`}</span>
            <span>{formatMoney(estimate.vat.amount, estimate.currency)}</span>
          </li>
        )}
      </ul>
    </details>
  );
}
