import rows from './gazetteer.generated.json';
import { parseGazetteerRow } from './gazetteer-row.ts';
import type { GazetteerPlace } from './place.ts';

/** The embedded places: the towns of the region, and a sample of streets and landmarks. */
export function loadEmbeddedPlaces(): GazetteerPlace[] {
  return rows.map(parseGazetteerRow);
}
