import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, useId } from 'react';
import { Icon } from './Icon.tsx';
import classes from './OnlineButton.module.css';
import { StillTrying } from './StillTrying.tsx';

type OnlineButtonProps = ButtonProps & {
  isReachable: boolean;
  /** Why it waits, shown beside it while there is no connection. */
  reason: string;
  type?: 'button' | 'submit';
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  'aria-describedby'?: string;
  /** What Cancel does under a slow call, where it is more than giving the call up. */
  onCancel?: () => void;
};

/**
 * A button for what cannot be done without a connection. Offline it stays readable and reachable, says why
 * it waits, and does nothing. While it loads for long it says so, and lets a person give it up.
 */
export function OnlineButton({
  isReachable,
  reason,
  type = 'button',
  onClick,
  onCancel,
  ...others
}: OnlineButtonProps) {
  const reasonId = useId();
  if (isReachable) {
    return (
      <>
        <Button type={type} onClick={onClick} {...others} />
        <StillTrying isPending={others.loading === true} onCancel={onCancel} />
      </>
    );
  }
  return (
    <div className={classes.frame}>
      <Button
        {...others}
        type={type}
        data-disabled
        aria-disabled="true"
        aria-describedby={[reasonId, others['aria-describedby']].filter(Boolean).join(' ')}
        onClick={(event) => event.preventDefault()}
      />
      <p id={reasonId} className={classes.reason}>
        <Icon name="offline" size={18} />
        {reason}
      </p>
    </div>
  );
}
