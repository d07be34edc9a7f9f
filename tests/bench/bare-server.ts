import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

/**
 * The reference of `npm run bench:server`: two routes that send the same statements as the server, one for each request
 * and without a transaction. They have no validation, no hash, no limits, no headers and no log.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = new Hono();

app.get('/api/orders/:guid/tracking', async (context) => {
  const { rows } = await pool.query(
    `select *, (
       select coalesce(json_agg(json_build_object('type', type, 'time', time) order by time, id), '[]')
       from order_events where order_id = orders.id) as history
     from orders where guid = $1`,
    [context.req.param('guid')],
  );
  return context.json(rows[0]);
});

app.post('/hook/status/submit-to-zapier', async (context) => {
  const body = await context.req.json();
  const { rows } = await pool.query(
    `insert into guest_requests (created, first_name, last_name, phone, email, pickup, dropoff, note, status,
       idempotency_key, idempotency_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (idempotency_key) do nothing returning id`,
    [
      new Date(),
      body.firstName,
      body.lastName,
      '',
      body.email,
      body.pickup,
      body.dropoff,
      '',
      0,
      context.req.header('idempotency-key'),
      '',
    ],
  );
  return context.json({ id: rows[0].id }, 201);
});

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.info(`Send is at http://127.0.0.1:${port}`),
);
