import classes from './Skeleton.module.css';

/** A placeholder for a line of text that is loading; `width` is a percentage of the parent's width. */
export function Skeleton({ width, isSmall = false }: { width: 25 | 40 | 60 | 80 | 100; isSmall?: boolean }) {
  return <span className={classes.skeleton} data-width={width} data-small={isSmall || undefined} />;
}
