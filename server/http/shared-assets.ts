import type { Hono } from 'hono';
import type { Db } from '../db/database.ts';
import { findAsset, insertAsset, publishKnownAssets } from '../queries/page-assets.ts';
import type { AppEnv } from './hono-env.ts';
import type { StaticFiles } from './static-files.ts';

const ASSET = /^\/assets\/[\w.-]+$/;

/**
 * Stores the assets of this version's pages in the database before the process handles its first request. A page
 * and its assets may be requested from different processes, and during a rolling update those have different
 * versions.
 */
export async function publishAssets(db: Db, files: StaticFiles): Promise<void> {
  const paths = [...files.keys()].filter((path) => ASSET.test(path));
  for (const path of await publishKnownAssets(db, paths)) {
    const file = files.get(path);
    if (file !== undefined) await insertAsset(db, path, { type: file.type, content: file.content });
  }
}

/** Serves an asset that only another version of the app has published. */
export function serveSharedAssets(app: Hono<AppEnv>, db: Db, files: StaticFiles): void {
  app.get('/assets/:name', async (context, next) => {
    const { path } = context.req;
    if (files.has(path) || !ASSET.test(path)) return next();
    const asset = await findAsset(db, path);
    if (asset === undefined) return next();
    context.header('cache-control', 'public, max-age=31536000, immutable');
    context.header('content-type', asset.type);
    return context.body(new Uint8Array(asset.content));
  });
}
