import type { Config } from '../contract/config.ts';
import classes from './MapCanvas.module.css';

/** Whose map it is, and where its faults are told. */
export function MapCredits({ tiles }: { tiles: Config['tiles'] }) {
  return (
    <p className={classes.credits}>
      <a href={tiles.attributionUrl} target="_blank" rel="noopener">
        {tiles.attribution}
      </a>
      <a href={tiles.reportUrl} target="_blank" rel="noopener">
        Report a map issue
      </a>
    </p>
  );
}
