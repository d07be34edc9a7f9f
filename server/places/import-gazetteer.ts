import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { readDatabaseEnvironment } from '../config/environment.ts';
import { OperatorError } from '../config/operator-error.ts';
import { runDatabaseTool } from '../db/database-tool.ts';
import { migrate, migratePostgres } from '../db/migrate.ts';
import { withDatabase } from '../db/open-database.ts';
import { replaceImportedPlaces } from '../queries/gazetteer.ts';
import { parsePlacesCsv } from './parse-places-csv.ts';

const USAGE = `npm run gazetteer -- places.csv

Puts the places of a CSV file into the database, instead of those imported before; the embedded towns and
streets stay. Columns, in any order: name, street, suburb, city, county, state, postcode, country, lat, lng,
other_name. Each row needs a name or a street, a country (IE), and lat and lng in degrees. Nothing is imported
unless every row is right. Servers read the places at their start, so restart them; with the embedded database stop
the server first.`;

/** `npm run gazetteer -- file.csv`. */
await runDatabaseTool(USAGE, async (file) => {
  const { places, errors } = parsePlacesCsv(readUtf8(file));
  if (errors.length > 0) {
    const lines = errors.map((error) => `${file}, ${error}`);
    throw new OperatorError([...lines, 'Nothing was imported.'].join('\n'));
  }
  const { databaseUrl, dataDir } = readDatabaseEnvironment(process.env);
  // Servers may be using the database, and another process may be migrating it.
  if (databaseUrl !== undefined) await migratePostgres(databaseUrl, { onWait: console.info });
  await withDatabase({ databaseUrl, dataDir, statementTimeoutMs: 0 }, async (db) => {
    if (databaseUrl === undefined) await migrate(db);
    await replaceImportedPlaces(db, places, new Date());
  });
  return `${places.length} places imported.`;
});

/** In another encoding, letters with accents would be lost. */
function readUtf8(file: string): string {
  const content = readFileSync(file);
  if (!isUtf8(content)) throw new OperatorError(`${file} is not valid UTF-8. Nothing was imported.`);
  return content.toString();
}
