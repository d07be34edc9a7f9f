import type { Db } from '../../db/database.ts';
import { findRow } from './queries/rows.ts';

/**
 * Follows the `expand` paths of Stripe (`payment_intent.latest_charge`) and replaces the ids on the path with their
 * objects.
 */
export async function expandPaths(db: Db, value: unknown, paths: string[]): Promise<unknown> {
  let expanded = value;
  for (const path of paths) expanded = await expandPath(db, expanded, path.split('.'));
  return expanded;
}

async function expandPath(db: Db, value: unknown, path: string[]): Promise<unknown> {
  const object = typeof value === 'string' ? await findRow(db, { id: value }) : value;
  const [key, ...rest] = path;
  if (Array.isArray(object)) return Promise.all(object.map((item) => expandPath(db, item, path)));
  if (key === undefined || typeof object !== 'object' || object === null) return object ?? value;
  const entries = new Map<string, unknown>(Object.entries(object));
  entries.set(key, await expandPath(db, entries.get(key) ?? null, rest));
  return Object.fromEntries(entries);
}
