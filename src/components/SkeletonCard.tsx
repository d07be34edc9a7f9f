import type { ReactNode } from 'react';
import { Skeleton } from '../ui/Skeleton.tsx';
import cardClasses from './RouteCard.module.css';
import { RouteLine } from './RouteLine.tsx';
import classes from './SkeletonCard.module.css';

type RouteCardLayoutProps = Record<'status' | 'route' | 'facts' | 'age', ReactNode> & { action?: ReactNode };

/** The layout of a delivery card: stacked on a phone, in columns on a wide screen. */
export function RouteCardLayout({ status, route, facts, age, action }: RouteCardLayoutProps) {
  return (
    <div className={cardClasses.card}>
      <div className={`flex flex-wrap items-center justify-between ${cardClasses.head}`}>
        <div className={cardClasses.status}>{status}</div>
        <div className={cardClasses.age}>{age}</div>
      </div>
      <div className={`min-w-0 ${cardClasses.route}`}>{route}</div>
      <div className={`flex flex-wrap border-t size-15 text-soft ${cardClasses.facts}`}>{facts}</div>
      {action !== undefined && <div className={cardClasses.action}>{action}</div>}
    </div>
  );
}

/** A placeholder for a delivery card. It is hidden from screen readers, so the screen announces that it is loading. */
export function SkeletonCard() {
  return (
    <div className="card">
      <div aria-hidden="true" className={classes.skeleton}>
        <RouteCardLayout
          status={<Skeleton width={100} />}
          route={
            <>
              <RouteLine texture="skeleton" />
              <div className={`flex justify-between gap-6 ${classes.ends}`}>
                <RouteEndSkeleton />
                <RouteEndSkeleton />
              </div>
            </>
          }
          facts={<Skeleton width={40} />}
          age={<Skeleton width={100} isSmall />}
        />
      </div>
    </div>
  );
}

function RouteEndSkeleton() {
  return (
    <div>
      <Skeleton width={60} />
      <Skeleton width={80} isSmall />
    </div>
  );
}
