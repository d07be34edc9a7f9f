import classes from './Skeleton.module.css';

/** A bar where words will be; its width is in per cent of the place it stands in. */
export function Skeleton({ width, isSmall = false }: { width: 25 | 40 | 60 | 80 | 100; isSmall?: boolean }) {
  return <span className={classes.bone} data-width={width} data-small={isSmall || undefined} />;
}
