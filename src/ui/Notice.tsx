import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import classes from './Notice.module.css';

type NoticeTone = 'info' | 'success' | 'warn' | 'error' | 'plain';

type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
  /** `alert` for what the person must hear at once, `status` for what may wait; without it the notice is silent. */
  role?: 'alert' | 'status';
};

const ICONS: Record<NoticeTone, IconName> = {
  info: 'info',
  success: 'check',
  warn: 'warning',
  error: 'warning',
  plain: 'info',
};

/** A sentence that belongs to the place it stands in. */
export function Notice({ tone = 'info', title, children, action, role }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={role}>
      <Icon name={ICONS[tone]} />
      <div className={classes.words}>
        {title !== undefined && <b>{title}</b>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
