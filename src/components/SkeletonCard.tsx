import { Skeleton } from '../ui/Skeleton.tsx';
import { RouteCardLayout } from './RouteCardLayout.tsx';
import { RouteLine } from './RouteLine.tsx';
import classes from './SkeletonCard.module.css';

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
