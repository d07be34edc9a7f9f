import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

/** The reference of `npm run bench:server`: two routes with the same statements as the server's and nothing else. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = new Hono();

app.get('/api/orders/:guid/tracking', async (context) => {
  const { rows } = await pool.query('select * from orders where guid = $1', [context.req.param('guid')]);
  const { rows: history } = await pool.query(
    'select * from order_events where order_id = any ($1) order by time, id',
    [rows.map((row: { id: unknown }) => row.id)],
  );
  return context.json({ ...rows[0], history });
});

app.post('/hook/status/submit-to-zapier', async (context) => {
  const body = await context.req.json();
  const { rows } = await pool.query(
    `insert into guest_requests
       (first_name, last_name, phone, email, pickup, dropoff, note, created, status, idempotency_hash)
     values ($1, $2, '', $3, $4, $5, '', now(), 0, '') returning *`,
    [body.firstName, body.lastName, body.email, body.pickup, body.dropoff],
  );
  return context.json({ id: rows[0].id }, 201);
});

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.info(`Send is at http://127.0.0.1:${port}`),
);
