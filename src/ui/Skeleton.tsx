import classes from './Skeleton.module.css';

/** A placeholder for a line of text that is loading; `width` is a percentage of the parent's width. */
export function Skeleton({ width, isSmall = false }: { width: 25 | 40 | 60 | 80 | 100; isSmall?: boolean }) {
  const style = width === 100 ? undefined : { width: `${width}%` };
  return (
    <span className={classes.skeleton} style={style} data-width={width} data-small={isSmall || undefined} />
  );
}
