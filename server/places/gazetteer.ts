import rows from './gazetteer.generated.json';
import { parseGazetteerRow } from './gazetteer-row.ts';
import type { GazetteerPlace } from './place.ts';

/** Towns of the region and the sample of streets and landmarks: what the server knows from the start. */
export function loadEmbeddedPlaces(): GazetteerPlace[] {
  return rows.map(parseGazetteerRow);
}
