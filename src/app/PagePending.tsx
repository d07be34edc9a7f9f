import { SkeletonCard } from '../components/SkeletonCard.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** This is shown if the code of a screen takes long to load. */
export function PagePending() {
  return (
    <div className="stack gap-5 max-w-text" role="status" aria-label="Loading page">
      <Skeleton width={40} />
      <SkeletonCard />
    </div>
  );
}
