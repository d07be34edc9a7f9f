import { Bone } from './Bone.tsx';
import { Card } from './Card.tsx';
import { RouteCardLayout } from './RouteCard.tsx';
import { RouteLine } from './RouteLine.tsx';
import classes from './SkeletonCard.module.css';

/** The shape of a delivery card while deliveries load. Decorative: whoever shows it says "Loading". */
export function SkeletonCard() {
  return (
    <Card>
      <div aria-hidden="true" className={classes.skeleton}>
        <RouteCardLayout
          status={<Bone width={100} />}
          route={
            <>
              <RouteLine texture="ghost" />
              <div className={classes.ends}>
                <End />
                <End />
              </div>
            </>
          }
          facts={<Bone width={40} />}
          age={<Bone width={100} isSmall />}
          go={undefined}
        />
      </div>
    </Card>
  );
}

function End() {
  return (
    <div>
      <Bone width={60} />
      <Bone width={80} isSmall />
    </div>
  );
}
