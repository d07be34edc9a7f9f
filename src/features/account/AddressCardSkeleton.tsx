import { Bone } from '../../ui/Bone.tsx';
import { Card } from '../../ui/Card.tsx';
import classes from './AddressesPanel.module.css';

/** The shape of two address cards. */
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
              <div className={classes.words}>
                <Bone width={40} />
                <Bone width={80} isSmall />
              </div>
            </div>
            <Bone width={60} />
            <Bone width={60} />
          </Card>
        ))}
      </div>
    </>
  );
}
