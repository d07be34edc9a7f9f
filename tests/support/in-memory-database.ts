import { PGlite } from '@electric-sql/pglite';
import { embeddedDatabase, type OpenDatabase } from '../../server/db/open-database.ts';

/** A database in memory: a copy of `dump`, which takes a quarter of the time that creating one takes, or an empty one. */
export async function openInMemory(dump?: Blob): Promise<OpenDatabase> {
  const client = await PGlite.create(dump === undefined ? {} : { loadDataDir: dump });
  return { ...embeddedDatabase(client), close: () => client.close() };
}
