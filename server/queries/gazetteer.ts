import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Db, parseRows } from '../db/database.ts';
import { GazetteerPlace } from './gazetteer-place.ts';

const BATCH_SIZE = 2000;

const Row = v.object({ line: v.number(), ...GazetteerPlace.entries });

/** The number of the current import; 0 before the first import. */
export async function latestImportId(db: Db): Promise<number> {
  const result = await db.execute(sql`select coalesce(max(id), 0)::integer as id from gazetteer_imports`);
  return parseRows(result, v.object({ id: v.number() }))[0]?.id ?? 0;
}

/** Replaces all previously imported places in one transaction. */
export async function replaceImportedPlaces(
  db: Db,
  places: readonly { line: number; place: GazetteerPlace }[],
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table gazetteer_imports in exclusive mode`);
    await tx.execute(sql`delete from gazetteer_imports`);
    const result = await tx.execute(sql`
      insert into gazetteer_imports (imported, places)
      values (${now.toISOString()}::timestamptz, ${places.length}) returning id`);
    const id = parseRows(result, v.object({ id: v.number() }))[0]?.id;
    for (let from = 0; from < places.length; from += BATCH_SIZE) {
      const rows = places.slice(from, from + BATCH_SIZE).map(({ line, place }) => ({ line, ...place }));
      await tx.execute(sql`
        insert into gazetteer_places
        select ${id}::integer, rows.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (
          line integer, kind text, name text, "otherName" text, street text, suburb text, city text,
          county text, state text, postcode text, country text,
          latitude double precision, longitude double precision
        )`);
    }
  });
}

/** Reads all places of an import in batches, so that a long list does not block the process. */
export async function importedPlaces(db: Db, importId: number): Promise<GazetteerPlace[]> {
  const places: GazetteerPlace[] = [];
  // Thousands of rows contain the same town; sharing one string for all of them saves half of the memory.
  const texts = new Map<string, string>();
  const shared = (text: string) => {
    const known = texts.get(text) ?? text;
    texts.set(known, known);
    return known;
  };
  let last = 0;
  for (;;) {
    const result = await db.execute(sql`
      select *, other_name as "otherName", 0 as population from gazetteer_places where import_id = ${importId} and line > ${last}
      order by line limit ${BATCH_SIZE}`);
    const rows = parseRows(result, Row);
    for (const { line: _, ...place } of rows) {
      const { street, suburb, city, county, state, country } = place;
      places.push({
        ...place,
        street: shared(street),
        suburb: shared(suburb),
        city: shared(city),
        county: shared(county),
        state: shared(state),
        country: shared(country),
      });
    }
    const end = rows[rows.length - 1];
    if (end === undefined) return places;
    last = end.line;
  }
}
