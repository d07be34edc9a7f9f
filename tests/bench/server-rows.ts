import type pg from 'pg';

/** Rows that one statement inserts. */
const SLICE = 10_000;

/** Adds visitors' deliveries, each with an order and three events, and returns the tracking numbers of some of them. */
export async function addDeliveries(client: pg.Client, count: number): Promise<string[]> {
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
  }
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ guid: string }>(
    'select guid from orders where id % greatest(1, (select count(*) / 5000 from orders)) = 0 limit 5000',
  );
  return rows.map(({ guid }) => guid);
}
