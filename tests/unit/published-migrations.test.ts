import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Beside each backup of a published version, the hashes of the migrations that its databases have run. */
const FOLDER = 'tests/support/backups';
const MIGRATIONS = 'server/db/migrations';

const published = readdirSync(FOLDER).filter((name) => name.endsWith('.sha256'));

test.each(published)('the migrations of %s are as they were published (REL-31)', (file) => {
  const lines = readFileSync(join(FOLDER, file), 'utf8').trim().split('\n');
  expect(lines.length).toBeGreaterThan(30);
  for (const line of lines) {
    const [hash, name = ''] = line.split(/\s+/);
    const text = readFileSync(join(MIGRATIONS, name));
    expect({ name, hash: createHash('sha256').update(text).digest('hex') }).toEqual({ name, hash });
  }
});
