import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrationFiles } from '../../server/db/migrate.ts';
import { migrationFaults } from '../support/migration-rules.ts';

const MIGRATIONS = 'server/db/migrations';
/** Earlier ones are from before the first version, or from before this rule. */
const FIRST = '0092';

const REJECTED: Record<string, string> = {
  'create index a on orders (id);': 'create an index of an existing table concurrently',
  'create unique index if not exists a on orders (id);': 'create an index of an existing table concurrently',
  'create index concurrently if not exists a on orders (id);': 'begin the file with "-- concurrently"',
  '-- concurrently\nalter table orders add column a text;':
    'only "create index concurrently if not exists" and "drop index concurrently if exists" belong in a file marked as concurrent',
  'drop index orders_by_status;': 'drop an index concurrently',
  'alter table orders add column a integer not null;': 'give a new column that is not null a default',
  'alter table orders\n  add column a text,\n  add column b integer not null;':
    'give a new column that is not null a default',
  'alter table orders alter column a set not null;':
    'validate a check first, in files of their own: "add constraint … check (… is not null) not valid", then "validate constraint"',
  'alter table orders alter column a type bigint;':
    'add a column of the new type instead of rewriting the table',
  'alter table orders add constraint a check (id > 0);': 'add a constraint "not valid" or "using index"',
  'alter table orders add foreign key (a) references users (id);':
    'add a constraint "not valid" or "using index"',
  'update orders set status = 1;': 'change rows in batches: begin the file with "-- batches"',
  '-- batches\nupdate orders set status = 1 returning id;':
    'let each statement of a file marked as batches change some rows ("limit") and return them',
  'alter table orders drop column a;':
    'remove what no version uses any more in a file whose name ends in _contract.sql',
  'drop table orders;': 'remove what no version uses any more in a file whose name ends in _contract.sql',
};
const ACCEPTED = [
  'create table visits (id integer not null);\ncreate index visits_ids on visits (id);',
  '-- concurrently\ncreate index concurrently if not exists a on orders (id);',
  '-- concurrently\ndrop index concurrently if exists a;',
  'alter table orders\n  -- The default makes it quick.\n  add column a integer not null default 0,\n  add column b text;',
  'alter table orders add constraint a check (id > 0) not valid;',
  'alter table orders validate constraint a;',
  'alter table orders add constraint a unique using index orders_a;',
  '-- batches\nupdate orders set a = 1\n  where id = any(array(select id from orders where a is null limit 9))\n  returning id;',
];

test.each(Object.entries(REJECTED))('a migration is rejected: %s (PRD-101)', (text, fault) => {
  expect(migrationFaults('0999_a.sql', `${text}\n`)).toEqual([`0999_a.sql: ${fault}`]);
});

test.each(ACCEPTED)('a migration is accepted: %s (PRD-101)', (text) => {
  expect(migrationFaults('0999_a.sql', `${text}\n`)).toEqual([]);
});

test('a later version removes what no version uses any more (PRD-101)', () => {
  expect(migrationFaults('0999_old_contract.sql', 'drop table old;\n')).toEqual([]);
});

test('a column becomes not null after an earlier migration has validated a check (PRD-101)', () => {
  const add = 'alter table orders add constraint c check (a is not null) not valid;\n';
  const validate = 'alter table orders validate constraint c;\n';
  const change = 'alter table orders alter column a set not null;\n';
  expect(migrationFaults('0999_a.sql', change, add + validate)).toEqual([]);
  expect(migrationFaults('0999_a.sql', change, add)).toHaveLength(1);
  expect(migrationFaults('0999_a.sql', add + validate + change)).toHaveLength(1);
});

test('no migration makes the writes of running servers wait (PRD-101)', () => {
  let earlier = '';
  const faults = migrationFiles(MIGRATIONS).flatMap((name) => {
    const file = readFileSync(`${MIGRATIONS}/${name}`, 'utf8');
    const found = name < FIRST ? [] : migrationFaults(name, file, earlier);
    earlier += file;
    return found;
  });
  expect(faults).toEqual([]);
});
