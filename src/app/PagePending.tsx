import { SkeletonCard } from '../components/SkeletonCard.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import classes from './PagePending.module.css';

/** This is shown if the code of a screen takes long to load. */
export function PagePending() {
  return (
    <div className={`stack gap-5 ${classes.page}`} role="status" aria-label="Loading page">
      <Skeleton width={40} />
      <SkeletonCard />
    </div>
  );
}
