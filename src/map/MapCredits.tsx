import type { Config } from '../contract/config.ts';
import classes from './MapCanvas.module.css';

type Props = { tiles: Config['tiles']; isSimplified: boolean };

/** Whose map it is, where its faults are told, and that it is the simplified one if the tiles did not come. */
export function MapCredits({ tiles, isSimplified }: Props) {
  return (
    <div className={classes.credits}>
      <p role="status">{isSimplified && 'Simplified map: the detailed one could not be loaded.'}</p>
      <p>
        <a href={tiles.attributionUrl} target="_blank" rel="noopener">
          {tiles.attribution}
        </a>
        <a href={tiles.reportUrl} target="_blank" rel="noopener">
          Report a map issue
        </a>
      </p>
    </div>
  );
}
