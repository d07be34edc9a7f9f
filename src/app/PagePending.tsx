import { Bone } from '../ui/Bone.tsx';
import { SkeletonCard } from '../ui/SkeletonCard.tsx';
import classes from './PagePending.module.css';

/** Shown when a screen's code takes long to come. */
export function PagePending() {
  return (
    <div className={classes.page} role="status" aria-label="Loading page">
      <Bone width={40} />
      <SkeletonCard />
    </div>
  );
}
