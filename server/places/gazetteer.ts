import type { GazetteerPlace } from '../queries/gazetteer-place.ts';
import rows from './gazetteer.generated.json';
import { parseGazetteerRow } from './gazetteer-row.ts';

/** The embedded places: the towns of the region, and a sample of streets and landmarks. */
export function loadEmbeddedPlaces(): GazetteerPlace[] {
  return rows.map(parseGazetteerRow);
}
