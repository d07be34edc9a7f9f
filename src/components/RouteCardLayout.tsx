import type { ReactNode } from 'react';
import classes from './RouteCardLayout.module.css';

type RouteCardLayoutProps = Record<'status' | 'route' | 'facts' | 'age', ReactNode> & { action?: ReactNode };

/** The layout of a delivery card: stacked on a phone, in columns on a wide screen. */
export function RouteCardLayout({ status, route, facts, age, action }: RouteCardLayoutProps) {
  return (
    <div className={classes.card}>
      <div className={`flex flex-wrap items-center justify-between ${classes.head}`}>
        <div className={classes.status}>{status}</div>
        <div className={classes.age}>{age}</div>
      </div>
      <div className={`min-w-0 ${classes.route}`}>{route}</div>
      <div className={`flex flex-wrap border-t size-15 text-soft ${classes.facts}`}>{facts}</div>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
