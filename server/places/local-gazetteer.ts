import { rootCause } from '../db/database-errors.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { type GazetteerPlace, importedPlaces } from '../queries/gazetteer.ts';
import rows from './gazetteer.generated.json';
import { parseGazetteerRow } from './gazetteer-row.ts';
import { buildPlaceIndex, type PlaceIndex } from './place-index.ts';

/** The embedded places: the towns of the region, and a sample of streets and landmarks. */
export function loadEmbeddedPlaces(): GazetteerPlace[] {
  return rows.map(parseGazetteerRow);
}

/** After a failure the import is read again at the next search, but not more often than this. */
const RETRY_MS = 60_000;

/**
 * Returns a function that returns the index of the server's own places: the embedded ones, and those that an operator
 * had imported before the start. While the import cannot be read, the embedded places are searchable without it.
 */
export function loadPlaceIndex({ db, clock, log }: CoreDependencies): () => Promise<PlaceIndex> {
  let retryAt = Infinity;
  const load = async (fallback: () => Promise<PlaceIndex>) => {
    try {
      return await buildPlaceIndex([...loadEmbeddedPlaces(), ...(await importedPlaces(db))]);
    } catch (error) {
      log.error({ err: rootCause(error) }, 'imported places cannot be read');
      retryAt = clock.now().getTime() + RETRY_MS;
      return fallback();
    }
  };
  let index = load(() => buildPlaceIndex(loadEmbeddedPlaces()));
  return () => {
    const current = index;
    if (clock.now().getTime() >= retryAt) {
      retryAt = Infinity;
      // Searches do not wait for it.
      void load(() => current).then((loaded) => {
        index = Promise.resolve(loaded);
      });
    }
    return current;
  };
}
