import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './AddressesPanel.module.css';

/** The skeleton of two address cards. */
export function AddressCardSkeleton() {
  return (
    <>
      <p role="status" className="text-soft">
        Loading addresses...
      </p>
      <div className={`stack gap-3 ${classes.list}`} aria-hidden="true">
        {['first', 'second'].map((key) => (
          <Card key={key} className={`stack gap-3 min-w-0 p-4 ${classes.card}`}>
            <div className="flex items-start gap-3 min-w-0">
              <span className={`center flex-none rounded-md bg-sunken text-ink ${classes.icon}`} />
              <div className={'flex-1 min-w-0 wrap-anywhere'}>
                <Skeleton width={40} />
                <Skeleton width={80} isSmall />
              </div>
            </div>
            <Skeleton width={60} />
            <Skeleton width={60} />
          </Card>
        ))}
      </div>
    </>
  );
}
