import { Bone } from './Bone.tsx';
import { Card } from './Card.tsx';
import { RouteLine } from './RouteLine.tsx';
import classes from './SkeletonCard.module.css';

/** The shape of a delivery card while deliveries load. Decorative: whoever shows it says "Loading". */
export function SkeletonCard() {
  return (
    <Card className={classes.skeleton}>
      <div aria-hidden="true">
        <div className={classes.top}>
          <Bone width={25} />
          <Bone width={25} isSmall />
        </div>
        <RouteLine texture="ghost" />
        <div className={classes.ends}>
          <div>
            <Bone width={60} />
            <Bone width={80} isSmall />
          </div>
          <div>
            <Bone width={60} />
            <Bone width={80} isSmall />
          </div>
        </div>
        <Bone width={40} />
      </div>
    </Card>
  );
}
