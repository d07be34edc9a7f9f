import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import { rootCause } from '../db/database-errors.ts';
import { importedPlaces } from '../queries/gazetteer.ts';
import type { GazetteerPlace } from '../queries/gazetteer-place.ts';
import rows from './gazetteer.generated.json';
import { parseGazetteerRow } from './gazetteer-row.ts';
import { buildPlaceIndex, type PlaceIndex } from './place-index.ts';

/** The embedded places: the towns of the region, and a sample of streets and landmarks. */
export function loadEmbeddedPlaces(): GazetteerPlace[] {
  return rows.map(parseGazetteerRow);
}

/**
 * The index of the server's own places: the embedded ones, and those that an operator had imported before the start. If
 * the import cannot be read, the embedded places are searchable without it.
 */
export async function loadPlaceIndex(db: Db, log: Logger): Promise<PlaceIndex> {
  const imported = await importedPlaces(db).catch((error: unknown) => {
    log.error({ err: rootCause(error) }, 'imported places cannot be read');
    return [];
  });
  return buildPlaceIndex([...loadEmbeddedPlaces(), ...imported]);
}
