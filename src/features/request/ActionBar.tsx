import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatMoney } from '../../domain/money.ts';
import { useApp } from '../../stores/app.ts';
import { Icon } from '../../ui/Icon.tsx';
import classes from './ActionBar.module.css';
import type { Estimate } from './use-estimate.ts';

type ActionBarProps = {
  /** The button that goes back; the first step has none. */
  back?: ReactNode;
  estimate: Estimate;
  children: ReactNode;
};

/**
 * The price so far and the buttons of a wizard step: a bar at the bottom of a phone screen, a sticky row on wider
 * screens. (WIZ-40)
 */
export function ActionBar({ back, estimate, children }: ActionBarProps) {
  return (
    <div className={classes.bar}>
      {back}
      <RunningPrice estimate={estimate} />
      {children}
    </div>
  );
}

/** The estimated price, or the lowest price while the places are not known. It is always as wide, so nothing moves. */
function RunningPrice({ estimate }: { estimate: Estimate }) {
  const tariff = useApp(({ config }) => config.tariff);
  const isStale = estimate.kind === 'quoted' && estimate.isStale;
  const shown = 'estimate' in estimate ? estimate.estimate : undefined;
  const lowest = tariff && formatMoney(tariff.baseCents / 100, tariff.currency);
  if (!shown && (estimate.kind !== 'none' || lowest === undefined)) return <p className={classes.price} />;
  return (
    <p className={classes.price} data-stale={isStale}>
      {shown ? 'Estimate' : 'Price from'}
      <strong>{shown ? formatMoney(shown.estimatedPrice, shown.currency) : lowest}</strong>
    </p>
  );
}

type NextButtonProps = { children: ReactNode; isDisabled?: boolean; onClick: () => void };

export function NextButton({ children, isDisabled = false, onClick }: NextButtonProps) {
  return (
    <Button className={classes.next} disabled={isDisabled} onClick={onClick}>
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

/** Skips to the summary. On a phone its icon alone leaves room for the price. */
export function FastForwardButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      className={classes.fastForward}
      variant="subtle"
      aria-label="Fast forward"
      leftSection={<Icon name="forward" />}
      onClick={onClick}
    >
      <span className={classes.fastForwardLabel}>Fast forward</span>
    </Button>
  );
}
