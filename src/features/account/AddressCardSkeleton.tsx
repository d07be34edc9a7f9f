import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './AddressesPanel.module.css';

/** The skeleton of two address cards. */
export function AddressCardSkeleton() {
  return (
    <>
      <p role="status" className={classes.loading}>
        Loading addresses...
      </p>
      <div className={classes.list} aria-hidden="true">
        {['first', 'second'].map((key) => (
          <Card key={key} className={classes.card ?? ''}>
            <div className={classes.head}>
              <span className={classes.icon} />
              <div className={classes.text}>
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
