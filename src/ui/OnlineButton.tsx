import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, useId } from 'react';
import { useIsReachable } from './connection-context.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import { StillTrying } from './StillTrying.tsx';

type OnlineButtonProps = ButtonProps & {
  /** Explains below the button why it is disabled. */
  reason: string;
  /** The icon of a reason other than the connection, which disables the button also while online. */
  blockedIcon?: IconName | undefined;
  type?: 'button' | 'submit';
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  'aria-describedby'?: string;
  /** What Cancel does during a slow call; by default it aborts the call. */
  onCancel?: () => void;
  /** What the user should know during a slow call. */
  slowDetail?: string;
};

/**
 * A button for an action that needs a connection. Offline it is `aria-disabled`, so it keeps the focus and explains
 * why it does nothing. A slow call shows "Still trying" with Cancel.
 */
export function OnlineButton({
  reason,
  blockedIcon,
  type = 'button',
  onClick,
  onCancel,
  slowDetail,
  ...others
}: OnlineButtonProps) {
  const reasonId = useId();
  if (useIsReachable() && blockedIcon === undefined) {
    return (
      <>
        <Button type={type} onClick={onClick} {...others} />
        <StillTrying isPending={others.loading === true} onCancel={onCancel} detail={slowDetail} />
      </>
    );
  }
  return (
    <div className="stack gap-2 min-w-0">
      <Button
        {...others}
        type={type}
        data-disabled
        aria-disabled="true"
        aria-describedby={[reasonId, others['aria-describedby']].filter(Boolean).join(' ')}
        onClick={(event) => event.preventDefault()}
      />
      <p id={reasonId} className={'flex items-center gap-icon text-sm text-muted'}>
        <Icon name={blockedIcon ?? 'offline'} size={18} />
        {reason}
      </p>
    </div>
  );
}
