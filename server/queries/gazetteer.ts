import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Db, parseRows } from '../db/database.ts';

export const PLACE_KINDS = ['city', 'town', 'village', 'suburb', 'street', 'landmark'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** One place of the gazetteer. An empty string means "unknown"; coordinates are WGS 84 degrees. */
export const GazetteerPlace = v.object({
  kind: v.picklist(PLACE_KINDS),
  /** The name of the town, street or landmark. */
  name: v.string(),
  /** Another name that people type. */
  otherName: v.string(),
  /** The street of a landmark. */
  street: v.string(),
  suburb: v.string(),
  city: v.string(),
  county: v.string(),
  state: v.string(),
  postcode: v.string(),
  /** ISO 3166 alpha-2, upper case. */
  country: v.string(),
  latitude: v.number(),
  longitude: v.number(),
  population: v.number(),
});
export type GazetteerPlace = v.InferOutput<typeof GazetteerPlace>;

export function isSettlement(kind: PlaceKind): boolean {
  return kind !== 'street' && kind !== 'landmark';
}

const BATCH_SIZE = 2000;

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

/** All imported places, in the order of the file. */
export async function importedPlaces(db: Db): Promise<GazetteerPlace[]> {
  const result = await db.execute(
    sql`select *, other_name as "otherName", 0 as population from gazetteer_places order by import_id, line`,
  );
  return parseRows(result, GazetteerPlace);
}
