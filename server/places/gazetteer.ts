import rows from './gazetteer.generated.json';
import { readGazetteerRow } from './gazetteer-row.ts';
import type { GazetteerPlace } from './place.ts';

/** Towns of the region and the sample of streets and landmarks: what the server knows from the start. */
export function embeddedPlaces(): GazetteerPlace[] {
  return rows.map(readGazetteerRow);
}
