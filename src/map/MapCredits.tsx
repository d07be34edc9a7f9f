import { DEFAULT_CONFIG } from '../contract/default-config.ts';
import { useApp } from '../stores/app.ts';
import classes from './MapCanvas.module.css';
import type { TileState } from './use-tiles.ts';

type MapCreditsProps = { state: TileState | 'unwanted'; isReachable: boolean };

/** The sources of the base map. Its towns are from GeoNames, whichever geocoder a deployment uses. */
const REGION_SOURCES = ['Natural Earth', DEFAULT_CONFIG.geocoder.attribution];

/** The attribution of the map, a link to report errors in it, and a notice while the map is simplified. */
export function MapCredits({ state, isReachable }: MapCreditsProps) {
  const { tiles, geocoder } = useApp(({ config }) => config);
  const sources = new Set([...REGION_SOURCES, geocoder.attribution]);
  sources.delete(tiles.attribution);
  return (
    <>
      <p role="status" className={`hide-empty ${classes.simplified}`}>
        {tileStateMessage(state, isReachable)}
      </p>
      <p className={classes.credits}>
        <a href={tiles.attributionUrl} target="_blank" rel="noopener">
          {tiles.attribution}
        </a>
        <span>{[...sources].join(', ')}</span>
        <a href={tiles.reportUrl} target="_blank" rel="noopener">
          Report a map issue
        </a>
      </p>
    </>
  );
}

function tileStateMessage(state: MapCreditsProps['state'], isReachable: boolean): string {
  switch (state) {
    case 'waiting':
    case 'shown':
      return '';
    case 'unwanted':
      return 'Simplified map to save data.';
    case 'slow':
      return 'Simplified map: the detailed one is slow to load.';
    case 'partly':
      return 'Parts of this map are simplified.';
    case 'missing':
      return isReachable
        ? 'Simplified map: the detailed one could not be loaded.'
        : 'Simplified map. Streets load when you are online.';
  }
}
