import type pg from 'pg';

/** Rows that one statement inserts. */
const SLICE = 2000;

/** Returns how to create them again: filling them at once is many times faster. */
async function dropTextIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    "select indexname, indexdef from pg_indexes where indexdef like '%search_trigrams%'",
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return async () => {
    for (const { indexdef } of rows) await client.query(indexdef);
  };
}

/** Adds guests' deliveries, each with an order and three events, and returns the tracking numbers of some of them. */
export async function addDeliveries(client: pg.Client, count: number): Promise<string[]> {
  const createIndexes = await dropTextIndexes(client);
  for (let from = 1; from <= count; from += SLICE) {
    await client.query(
      `with requests as (
         insert into guest_requests
           (first_name, last_name, phone, email, pickup, dropoff, note, created, status, idempotency_hash)
         select 'Una', 'Walsh', '', '', 'Bray', 'Cork', '', now() - n * interval '1 minute', 2, ''
         from generate_series($1::int, $2::int) as n returning id
       ), made as (
         insert into orders (guid, reference_number, guest_request_id, status, created)
         select gen_random_uuid(), 'BENCH-' || id, id, 1, now() from requests returning id
       )
       insert into order_events (order_id, type, time)
       select id, type, now() from made cross join (values (0), (1), (2)) as types (type)`,
      [from, Math.min(count, from + SLICE - 1)],
    );
    if (from === 1) await client.query('analyze guest_requests');
  }
  await createIndexes();
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ guid: string }>(
    'select guid from orders where id % greatest(1, (select count(*) / 5000 from orders)) = 0 limit 5000',
  );
  return rows.map(({ guid }) => guid);
}

/**
 * Adds customers' deliveries in the order of time, each with an order and two events. The first customer has a tenth of
 * them, all among the oldest third, as a large customer has who has left; the others have the rest.
 */
export async function addSkewedDeliveries(client: pg.Client, count: number, customers = 1000): Promise<void> {
  await client.query(
    `insert into users (name, email, email_key, phone_number, password_hash, email_confirmed, created)
     select 'Una Walsh', 'una' || n || '@example.ie', 'una' || n || '@example.ie', '', '', now(), now()
     from generate_series(1, $1::int) as n`,
    [customers],
  );
  for (let from = 1; from <= count; from += SLICE) {
    await client.query(
      `with requests as (
         insert into delivery_requests
           (user_id, created, last_modified, pick_up, drop_off, weight, volume, width, length, height, delivery_note,
            delivery_type, is_priority, is_fragile, status, price_cents, currency)
         select
           (select min(id) from users) + case when n <= $3::int / 3.0 and n % 10 < 3 then 0 else 1 + n % ($4::int - 1) end,
           now() - ($3::int - n) * interval '1 minute', now(), place, place, 10, 1, 1, 1, 1, 'Please keep upright.',
           0, false, false, case when n % 20 = 0 then 2 else 3 end, 1840, 'EUR'
         from generate_series($1::int, $2::int) as n,
           jsonb_build_object('name', n || ' Main Street, Bray', 'city', 'Bray', 'country', 'Ireland', 'latitude', 53.2,
             'longitude', -6.1, 'postalCode', null) as place
         order by n returning id, user_id, created
       ), made as (
         insert into orders (guid, reference_number, user_id, delivery_request_id, status, created)
         select gen_random_uuid(), 'SKEW-' || id, user_id, id, 5, created from requests returning id, created
       )
       insert into order_events (order_id, type, time)
       select id, type, created from made cross join (values (0), (5)) as types (type)`,
      [from, Math.min(count, from + SLICE - 1), count, customers],
    );
    // A trigger of orders plans its queries for the size of the table, which was empty.
    if (from === 1) await client.query('analyze delivery_requests');
  }
  await client.query('vacuum analyze');
}

/**
 * Adds payments of the year before 25 November 2026, half of them of customers and half of guests, a fifth as many
 * customers, guests and partial refunds.
 */
export async function addPayments(client: pg.Client, count: number): Promise<void> {
  const people = Math.ceil(count / 5);
  const createIndexes = await dropTextIndexes(client);
  await client.query(
    `insert into users (name, email, email_key, phone_number, password_hash, email_confirmed, created)
     select 'Una ' || n || ' Walsh', 'una' || n || '@example.ie', 'una' || n || '@example.ie', '086' || 1000000 + n,
       '', now(), now() from generate_series(1, $1::int) as n`,
    [people],
  );
  await client.query(
    `insert into guest_requests (first_name, last_name, phone, email, pickup, dropoff, note, created, status)
     select 'Guest', n || ' Walsh', '087' || 1000000 + n, 'guest' || n || '@example.ie', n || ' Main Street, Bray', 'Cork',
       '', timestamptz '2026-11-25' - n * interval '1 minute', 2 from generate_series(1, $1::int) as n`,
    [people],
  );
  await client.query('analyze');
  const [users, guests] = await Promise.all(
    ['users', 'guest_requests'].map((table) => client.query(`select min(id)::int as first from ${table}`)),
  );
  for (let from = 1; from <= count; from += SLICE) {
    await client.query(
      `with numbers as (
         select n, timestamptz '2025-11-25' + n * (interval '365 days' / $3::int) as time
         from generate_series($1::int, $2::int) as n
       ), requests as (
         insert into delivery_requests
           (user_id, created, last_modified, pick_up, drop_off, weight, volume, width, length, height, delivery_note,
            delivery_type, is_priority, is_fragile, status, price_cents, currency)
         select $4::int + n % $6::int, time, time, place, place, 10, 1, 1, 1, 1, '', 0, false, false, 2, 1840, 'EUR'
         from numbers, jsonb_build_object('name', n || ' Main Street', 'city', 'Bray', 'country', 'Ireland', 'latitude',
           53.2, 'longitude', -6.1, 'postalCode', null) as place
         where n % 2 = 0 returning id, user_id, created
       ), made as (
         insert into payments (user_id, delivery_request_id, guest_request_id, provider, origin, session_state, expires,
           checked, status, amount_cents, currency, description, vat_basis_points, receipt_number, created, last_modified)
         select user_id, request, guest, 'live', '', 'complete', time, time, 2, 1840, 'EUR', '', 2300,
           extract(epoch from time - timestamptz '2025-11-25')::int, time, time
         from (
           select user_id, id as request, null::int as guest, created as time from requests
           union all select null, null, $5::int + n % $6::int, time from numbers where n % 2 = 1
         ) as all_requests returning id, created
       )
       insert into payment_entries
         (payment_id, kind, amount_cents, source_id, time, balance_transaction, settled_cents, settled_currency, fee_cents)
       select id, kind, cents, kind || id, created + delay, kind || id, cents, 'EUR', fee
       from made cross join (values ('charge', 1840, interval '0', 51), ('refund', -500, interval '9 days', 0))
         as moves (kind, cents, delay, fee)
       where kind = 'charge' or id % 5 = 0`,
      [from, Math.min(count, from + SLICE - 1), count, users?.rows[0].first, guests?.rows[0].first, people],
    );
    if (from === 1) await client.query('analyze');
  }
  await createIndexes();
  await client.query('vacuum analyze');
}
