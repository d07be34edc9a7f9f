import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import classes from './Notice.module.css';
import { type StatusTone, tintOf } from './tint.ts';

type NoticeTone = 'info' | 'success' | 'warn' | 'error' | 'plain';

type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** `alert` is announced at once and `status` when convenient; without a role the notice is not announced. */
  role?: 'alert' | 'status';
};

/** Alerts look the same. */
export const NOTICE_STYLES = {
  info: { icon: 'info', tint: 'accepted' },
  success: { icon: 'check', tint: 'delivered' },
  warn: { icon: 'warning', tint: 'waiting' },
  error: { icon: 'warning', tint: 'issue' },
  plain: { icon: 'info', tint: undefined },
} as const satisfies Record<NoticeTone, { icon: IconName; tint: StatusTone | undefined }>;

export function Notice({ tone = 'info', title, children, action, role }: NoticeProps) {
  const { icon, tint } = NOTICE_STYLES[tone];
  return (
    <div
      className={`forced-border flex flex-wrap items-start gap-3 px-4 py-3 rounded-md bg-sunken size-15 text-soft ${classes.notice}`}
      style={tint && tintOf(tint)}
      role={role}
    >
      <Icon name={icon} />
      <div className={classes.text}>
        {title !== undefined && <b>{title}</b>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action !== undefined && <div className={`flex-none ${classes.action}`}>{action}</div>}
    </div>
  );
}
