import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/db/open-database.ts';
import { listStaticFiles, publishAssets } from '../../server/http/static-files.ts';
import { forgetOldAssets } from '../../server/queries/page-assets.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { createDatabase } from '../support/databases.ts';

const root = mkdtempSync(join(tmpdir(), 'send-builds-'));
let database: Awaited<ReturnType<typeof createDatabase>>;
let processes: ApiHarness[];

/** A process of a version whose page has one script. */
async function startVersion(name: string): Promise<ApiHarness> {
  const client = join(root, name);
  mkdirSync(join(client, 'assets'), { recursive: true });
  writeFileSync(join(client, 'assets', `page-${name}.js`), `console.info("${name}")`);
  const files = listStaticFiles(client, join(root, 'none'));
  const opened = await openDatabase({ databaseUrl: database.url, dataDir: '', poolSize: 2 });
  const harness = await createApiHarness(opened, {}, { files, sharesAssets: true });
  await publishAssets(harness.db, files);
  return harness;
}

beforeAll(async () => {
  database = await createDatabase();
  // Two old processes and a new one, as in the middle of a rolling update.
  processes = [await startVersion('old'), await startVersion('old'), await startVersion('new')];
});
afterAll(async () => {
  await Promise.all(processes.map((each) => each.close()));
  await database.drop();
  rmSync(root, { recursive: true, force: true });
});

test('Every process serves the assets of both versions', async () => {
  for (const each of processes) {
    for (const version of ['old', 'new']) {
      const response = await each.send(`/assets/page-${version}.js`);
      expect(response).toMatchObject({ status: 200, body: `console.info("${version}")` });
      expect(response.headers.get('content-type')).toContain('text/javascript');
      expect(response.headers.get('cache-control')).toContain('immutable');
    }
  }
});

test('An asset that no version has published is a 404', async () => {
  for (const path of ['/assets/page-none.js', '/assets/..%2fpage-new.js', '/assets/']) {
    expect((await processes[0]?.send(path))?.status).toBe(404);
  }
});

test('Assets are deleted when no process of their version has been started for a long time', async () => {
  const [old, , newer] = processes;
  await old?.db.execute(sql`update page_assets set published = now() - interval '61 days'`);
  await startVersion('new').then((harness) => harness.close());
  if (old) await forgetOldAssets(old.db, 60);
  expect((await old?.send('/assets/page-new.js'))?.status).toBe(200);
  expect((await newer?.send('/assets/page-old.js'))?.status).toBe(404);
});
