import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { parseRows } from '../../server/db/database.ts';
import { openPostgres } from '../support/databases.ts';

const RECORD = 'docs/decisions/0014-sharding.md';

/**
 * The unique indexes of the tables of customers that do not contain the customer. A database that distributes rows by
 * customer cannot enforce them.
 */
test('the record of sharding names every unique index without the customer (PRD-109)', async () => {
  const database = await openPostgres();
  const result = await database.db.execute(sql`
    select i.indexrelid::regclass::text as name
    from pg_index i
      join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
    where i.indisunique and a.attnum <> all (i.indkey)
    order by 1`);
  await database.close();
  const listed = [...readFileSync(RECORD, 'utf8').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  const names = parseRows(result, v.object({ name: v.string() })).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(listed.toSorted()).toEqual(names.toSorted());
});
