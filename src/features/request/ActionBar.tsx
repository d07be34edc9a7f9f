import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatMoney } from '../../contract/money.ts';
import { assumedDistanceOf } from '../../domain/unclear-places.ts';
import { useApp } from '../../stores/app.ts';
import { Icon } from '../../ui/Icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { StickyBar } from '../../ui/StickyBar.tsx';
import classes from './ActionBar.module.css';
import type { PriceDetailsProps } from './PriceDetails.tsx';

const PriceDetails = lazyComponent(() => import('./PriceDetails.tsx').then((module) => module.PriceDetails));

type ActionBarProps = PriceDetailsProps & {
  /** The button that goes back; the first step has none. */
  back?: ReactNode;
  children: ReactNode;
};

/** The price so far and the buttons of a wizard step. (WIZ-40) */
export function ActionBar({ back, children, ...price }: ActionBarProps) {
  const { estimate } = price;
  const shown = 'estimate' in estimate ? estimate.estimate : undefined;
  return (
    <StickyBar note={assumedDistanceOf(shown)}>
      {back}
      <span className="sr-only" role="status">
        {shown && `Estimate ${formatMoney(shown.estimatedPrice, shown.currency)}`}
      </span>
      <RunningPrice {...price} />
      {children}
    </StickyBar>
  );
}

/**
 * The estimated price, or the lowest price while the places are not known. It is always as wide, so nothing moves. It
 * opens how the price adds up.
 */
function RunningPrice({ estimate, size, onSizeChange }: PriceDetailsProps) {
  const tariff = useApp(({ config }) => config.tariff);
  const [isOpen, setIsOpen] = useState(false);
  const isStale = estimate.kind === 'quoted' && estimate.isStale;
  const shown = 'estimate' in estimate ? estimate.estimate : undefined;
  const lowest =
    tariff && formatMoney((tariff.baseCents + Math.min(...tariff.speedCents)) / 100, tariff.currency);
  if (!shown && (estimate.kind !== 'none' || lowest === undefined))
    return <p className={`stack flex-none text-muted ${classes.price}`} />;
  return (
    <>
      <button
        type="button"
        className={`plain-button stack flex-none text-muted text-left ${classes.price}`}
        data-stale={isStale}
        aria-haspopup="dialog"
        title="How it adds up"
        onClick={() => setIsOpen(true)}
      >
        <span>
          <span>{shown ? 'Estimate' : 'Price from'}</span> <Icon name="info" size={14} />
        </span>
        <strong>{shown ? formatMoney(shown.estimatedPrice, shown.currency) : lowest}</strong>
      </button>
      <ResponsiveModal isOpen={isOpen} title="How it adds up" onClose={() => setIsOpen(false)}>
        <PriceDetails estimate={estimate} size={size} onSizeChange={onSizeChange} />
      </ResponsiveModal>
    </>
  );
}

type NextButtonProps = { children: ReactNode; isDisabled?: boolean; isBusy?: boolean; onClick: () => void };

export function NextButton({ children, isDisabled = false, isBusy = false, onClick }: NextButtonProps) {
  return (
    <Button
      className={`flex-1 ${classes.next}`}
      disabled={isDisabled}
      data-disabled={isBusy}
      aria-disabled={isBusy}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

export function BackButton({ onClick, isDisabled = false }: { onClick: () => void; isDisabled?: boolean }) {
  return (
    <Button
      className={classes.back}
      variant="subtle"
      aria-label="Back"
      leftSection={<Icon name="back" />}
      disabled={isDisabled}
      onClick={onClick}
    >
      <span className={classes.backLabel}>Back</span>
    </Button>
  );
}

/** Skips to the summary. On a phone its label takes two lines, which leaves room for the price. */
export function FastForwardButton({ onClick }: { onClick: () => void }) {
  return (
    <Button className={classes.fastForward} variant="subtle" onClick={onClick}>
      Fast forward
    </Button>
  );
}
