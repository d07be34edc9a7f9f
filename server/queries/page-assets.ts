import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Db, parseRows } from '../db/database.ts';

export type PageAsset = { type: string; content: Uint8Array };

const Found = v.object({ type: v.string(), content: v.instance(Uint8Array) });

/** Returns the paths that are not in the database yet, and marks the others as published now. */
export async function publishKnownAssets(db: Db, paths: string[]): Promise<string[]> {
  const result = await db.execute(
    sql`update page_assets set published = now() where path = any(${sql.param(paths)}::text[]) returning path`,
  );
  const known = new Set(parseRows(result, v.object({ path: v.string() })).map((row) => row.path));
  return paths.filter((path) => !known.has(path));
}

export async function insertAsset(db: Db, path: string, { type, content }: PageAsset): Promise<void> {
  await db.execute(
    sql`insert into page_assets (path, type, content) values (${path}, ${type}, ${content}) on conflict do nothing`,
  );
}

export async function findAsset(db: Db, path: string): Promise<PageAsset | undefined> {
  const result = await db.execute(sql`select type, content from page_assets where path = ${path}`);
  return parseRows(result, Found)[0];
}

/** Removes assets of versions that no process has started with for the given number of days. */
export async function forgetOldAssets(db: Db, days: number): Promise<void> {
  await db.execute(sql`delete from page_assets where published < now() - make_interval(days => ${days})`);
}
