import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import classes from './Notice.module.css';

type NoticeTone = 'info' | 'success' | 'warn' | 'error' | 'plain';

type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or link that responds to the message. */
  action?: ReactNode;
  /** `alert` is announced at once and `status` when convenient; without a role the notice is not announced. */
  role?: 'alert' | 'status';
};

const ICONS: Record<NoticeTone, IconName> = {
  info: 'info',
  success: 'check',
  warn: 'warning',
  error: 'warning',
  plain: 'info',
};

/** An inline message. */
export function Notice({ tone = 'info', title, children, action, role }: NoticeProps) {
  return (
    <div
      className={`flex flex-wrap items-start gap-3 px-4 py-3 rounded-md size-15 ${classes.notice}`}
      data-tone={tone}
      role={role}
    >
      <Icon name={ICONS[tone]} />
      <div className={classes.text}>
        {title !== undefined && <b>{title}</b>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action !== undefined && <div className={`flex-none ${classes.action}`}>{action}</div>}
    </div>
  );
}
