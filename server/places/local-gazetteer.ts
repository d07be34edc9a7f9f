import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import { rootCause } from '../db/database-errors.ts';
import type { Clock } from '../dependencies.ts';
import { importedPlaces, latestImportId } from '../queries/gazetteer.ts';
import type { GazetteerPlace } from '../queries/gazetteer-place.ts';
import rows from './gazetteer.generated.json';
import { parseGazetteerRow } from './gazetteer-row.ts';
import { buildPlaceIndex, type PlaceIndex } from './place-index.ts';

/** The embedded places: the towns of the region, and a sample of streets and landmarks. */
export function loadEmbeddedPlaces(): GazetteerPlace[] {
  return rows.map(parseGazetteerRow);
}

/** How often a process checks whether an operator has imported places. */
const IMPORT_CHECK_INTERVAL_MS = 60_000;

/**
 * The server's own places: the embedded gazetteer and the operator's import. Builds the index at the start,
 * and again in the background after an import. Until then, and if the import cannot be read, searches use the previous
 * index.
 */
export function createLocalGazetteer(db: Db, clock: Clock, log: Logger) {
  // Built at once: the first searches of a new process would otherwise wait for it.
  let current = buildPlaceIndex(loadEmbeddedPlaces());
  let importId = 0;
  let lastCheckAt = Number.NEGATIVE_INFINITY;
  let pendingCheck: Promise<void> | undefined;

  async function checkForImport(): Promise<void> {
    try {
      const latest = await latestImportId(db);
      if (latest === importId) return;
      const places = [...loadEmbeddedPlaces(), ...(await importedPlaces(db, latest))];
      const next = await buildPlaceIndex(places);
      current = Promise.resolve(next);
      importId = latest;
      log.info({ places: next.places.length }, 'imported places are searchable');
    } catch (error) {
      log.error({ err: rootCause(error) }, 'imported places cannot be read');
    }
  }

  return {
    async index(): Promise<PlaceIndex> {
      const now = clock.now().getTime();
      const isFirst = lastCheckAt === Number.NEGATIVE_INFINITY;
      if (Math.abs(now - lastCheckAt) >= IMPORT_CHECK_INTERVAL_MS && pendingCheck === undefined) {
        lastCheckAt = now;
        pendingCheck = checkForImport().finally(() => {
          pendingCheck = undefined;
        });
      }
      // Only the first search waits for the import, so that a new process returns the same results as the others.
      if (isFirst) await pendingCheck;
      return current;
    },
  };
}
