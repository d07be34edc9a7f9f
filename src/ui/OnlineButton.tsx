import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, useId } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { StillTrying, useIsReachable } from './StillTrying.tsx';

type OnlineButtonProps = ButtonProps & {
  /** Explains below the button why it is disabled. */
  reason: string;
  /** The icon of a reason other than the connection, which disables the button also while online. */
  blockedIcon?: IconName | undefined;
  type?: 'button' | 'submit';
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  /** What Cancel does during a slow call; by default it aborts the call. */
  onCancel?: () => void;
  /** What the user should know during a slow call. */
  slowDetail?: string;
};

type BlockableButtonProps = ButtonProps & {
  /** The id of a text that says why the button does nothing; undefined if it works. */
  blockedBy: string | undefined;
  onClick: () => void;
  'aria-label'?: string;
};

/** A button for which a text elsewhere says why it does nothing. It keeps the focus, so that the text can be read. */
export function BlockableButton({ blockedBy, onClick, ...others }: BlockableButtonProps) {
  const blocked = { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': blockedBy };
  const state = blockedBy === undefined ? { onClick } : blocked;
  return <Button variant="default" size="sm" {...others} {...state} />;
}

/** Why buttons do nothing: by default the connection. */
export function BlockedReason({ id, icon = 'offline', children }: BlockedReasonProps) {
  return (
    <p id={id} className="flex items-center gap-icon w-full text-sm text-muted">
      <Icon name={icon} size={18} />
      {children}
    </p>
  );
}
type BlockedReasonProps = { id: string; icon?: IconName | undefined; children: string };

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
  const isReachable = useIsReachable();
  const isBlocked = !isReachable || blockedIcon !== undefined;
  const state = isBlocked
    ? { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': reasonId }
    : { onClick };
  // The element is the same in both states, so that the button keeps the focus.
  return (
    <div className={isBlocked ? 'stack gap-2 min-w-0' : 'contents'}>
      <Button type={type} {...others} {...state} />
      {isBlocked ? (
        <BlockedReason id={reasonId} icon={blockedIcon}>
          {reason}
        </BlockedReason>
      ) : (
        <StillTrying isPending={others.loading === true} onCancel={onCancel} detail={slowDetail} />
      )}
    </div>
  );
}
