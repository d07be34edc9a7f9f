import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { RouteCardLayout } from './RouteCard.tsx';
import { RouteLine } from './RouteLine.tsx';
import classes from './SkeletonCard.module.css';

/** The shape of a delivery card while deliveries load. Decorative: whoever shows it says "Loading". */
export function SkeletonCard() {
  return (
    <Card>
      <div aria-hidden="true" className={classes.skeleton}>
        <RouteCardLayout
          status={<Skeleton width={100} />}
          route={
            <>
              <RouteLine texture="ghost" />
              <div className={classes.ends}>
                <RouteEndSkeleton />
                <RouteEndSkeleton />
              </div>
            </>
          }
          facts={<Skeleton width={40} />}
          age={<Skeleton width={100} isSmall />}
          go={undefined}
        />
      </div>
    </Card>
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
