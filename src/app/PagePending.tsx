import { SkeletonCard } from '../components/SkeletonCard.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import classes from './PagePending.module.css';

/** Shown when a screen's code takes long to come. */
export function PagePending() {
  return (
    <div className={classes.page} role="status" aria-label="Loading page">
      <Skeleton width={40} />
      <SkeletonCard />
    </div>
  );
}
