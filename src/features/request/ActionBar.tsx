import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import classes from './ActionBar.module.css';

/** The buttons of a wizard step: a bar at the bottom of a phone screen, a sticky row on wider screens. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>;
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
