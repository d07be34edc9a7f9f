import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '../../server/db/database.ts';
import { type OpenDatabase, openDatabase } from '../../server/db/open-database.ts';
import { listen } from '../../server/http/listen.ts';
import { createMetrics, type Metrics } from '../../server/http/metrics.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { createDatabase, openEmbedded } from '../support/databases.ts';

describe('Health', () => {
  let created: Awaited<ReturnType<typeof createDatabase>>;
  let harness: ApiHarness;
  let metrics: Metrics;
  let isStopping = false;
  beforeAll(async () => {
    created = await createDatabase();
    const database = await openDatabase({ databaseUrl: created.url, dataDir: '', poolSize: 2 });
    metrics = createMetrics(database);
    const page = Buffer.from('<html></html>');
    const routes = new Hono();
    routes.get('/search', (context) => context.json([], 200, { 'places-source': 'stale' }));
    const parts = {
      places: {
        routes,
        match: async () => ({ kind: 'unclear' as const, candidates: [] }),
        towns: async () => [],
      },
      isStopping: () => isStopping,
      metrics,
      files: new Map([
        ['/app.html', { content: page, type: 'text/html', etag: '"1"', isImmutable: false, encodings: [] }],
      ]),
    };
    harness = await createApiHarness(database, { TRUST_PROXY: '127.0.0.1' }, parts);
  });
  afterAll(async () => {
    metrics.stop();
    await harness.close();
    await created.drop();
  });

  test.each(['/livez', '/readyz', '/healthz'])('%s returns 200 while everything works', async (path) => {
    expect(await harness.send(path)).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  test.each([
    '/health',
    '/health/live',
    '/healthcheck',
    '/health-check',
    '/healthy',
    '/_health',
    '/live',
    '/liveness',
    '/alive',
    '/ready',
    '/readiness',
    '/startupz',
    '/up',
    '/heartbeat',
    '/ping',
    '/status',
    '/actuator/health',
    '/livez/',
    '/readyz/database',
  ])('%s, which is not a health check of ours, returns 404 and not the page', async (path) => {
    expect((await harness.send('/any-page', { headers: { accept: '*/*' } })).status).toBe(200);
    expect((await harness.send(path, { headers: { accept: '*/*' } })).status).toBe(404);
  });

  test('a process that is stopping is alive and not ready', async () => {
    isStopping = true;
    const ready = await harness.send('/readyz');
    expect(ready.status).toBe(503);
    expect(ready.headers.get('retry-after')).toBe('2');
    expect((await harness.send('/livez')).status).toBe(200);
    expect((await harness.send('/config.json')).status).toBe(200);
    isStopping = false;
  });

  test('metrics are for operators, and count requests by route, the pool and jobs', async () => {
    expect((await harness.send('/metrics')).status).toBe(401);
    await harness.call('submitGuestRequest', {
      body: { firstName: 'G', lastName: 'W', email: 'g@example.ie', pickup: 'Bray', dropoff: 'Cork' },
    });
    await harness.send('/api/orders/3f0c4f0e-0000-4000-8000-000000000000/tracking');
    const { body: requests } = await harness.ops('GET', 'guest-requests');
    const accept = `guest-requests/${(requests as { id: number }[])[0]?.id}/accept`;
    await harness.ops('POST', accept, { amount: 20 });

    vi.spyOn(harness.payments, 'handleWebhook').mockResolvedValue();
    await harness.send('/webhooks/stripe', { method: 'POST', body: '{}' });
    await harness.send('/geocode/search?q=Bray');

    const response = await harness.send('/metrics', {
      headers: { authorization: 'Bearer operator-of-the-tests-with-32-characters' },
    });
    expect(response.headers.get('content-type')).toContain('text/plain');
    const lines = String(response.body);
    expect(lines).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/orders/:orderGuid/tracking",status="404"} 1',
    );
    expect(lines).not.toContain('3f0c4f0e');
    expect(lines).toContain(
      'http_request_duration_seconds_count{method="POST",route="/webhooks/stripe",status="200"} 1',
    );
    expect(lines).toContain('send_places_total{source="stale"} 1');
    expect(lines).toMatch(/send_database_connections\{state="idle"\} \d/);
    expect(lines).toContain('send_jobs{kind="guest-mail",state="waiting"} 1');
    expect(lines).toContain('# TYPE send_refunds gauge');
    expect(lines).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  test('metrics do not wait for a database that does not respond', async () => {
    const hanging = { select: () => ({ from: () => ({ groupBy: () => new Promise(() => {}) }) }) };
    const database: OpenDatabase = {
      db: hanging as unknown as Db,
      kind: 'postgresql',
      maintain: async () => {},
      onNewJobs: () => ({ isActive: () => true, stop: async () => {} }),
      close: async () => {},
    };
    const others = createMetrics(database, { queueWaitMs: 10 });
    try {
      expect((await others.render()).text).toContain('nodejs_eventloop_lag_p99_seconds');
    } finally {
      others.stop();
    }
  });

  test('a request has the id that a proxy assigned, and its trace id is logged', async () => {
    const id = 'proxy-7f3a.42';
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const response = await harness.send('/config.json', {
      headers: { 'x-request-id': id, traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    });
    expect(response.headers.get('x-request-id')).toBe(id);
    expect(JSON.parse(harness.log.at(-1) ?? '{}')).toMatchObject({ id, trace, route: '/config.json' });
  });

  test('a request without a proxy gets an id of its own, whatever it claims', async () => {
    const direct = await createApiHarness(await openEmbedded());
    const response = await direct.send('/config.json', { headers: { 'x-request-id': 'claimed-7f3a.42' } });
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f]{8}-/);
    expect(direct.log.at(-1)).not.toContain('claimed');
    await direct.close();
  });

  test('an id that could damage the log is replaced', async () => {
    const response = await harness.send('/config.json', { headers: { 'x-request-id': 'a "quoted" id' } });
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f]{8}-/);
  });

  test('successful probes are not logged', async () => {
    const before = harness.log.length;
    await harness.send('/livez');
    await harness.send('/readyz');
    expect(harness.log.length).toBe(before);
  });

  test('a process whose database is unavailable is alive and not ready, and logs the failed probe (REL-21)', async () => {
    await created.drop();
    const { status, headers } = await harness.send('/readyz');
    expect(status).toBe(503);
    const { msg, status: logged } = JSON.parse(harness.log.at(-1) ?? '{}');
    expect([msg, logged]).toEqual(['request', 503]);
    expect(harness.log.at(-1)).toContain(headers.get('x-request-id'));
    expect((await harness.send('/livez')).status).toBe(200);
  });
});

test('A request with two Host headers is rejected', async () => {
  const harness = await createApiHarness(await openEmbedded());
  const listener = await listen({ port: 0, host: '127.0.0.1' }, harness.app.fetch);
  const socket = connect(listener.port, '127.0.0.1');
  socket.end('GET /livez HTTP/1.1\r\nHost: send.example\r\nhost: other.example\r\nConnection: close\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /);
  await listener.close();
  await harness.close();
});

test('A request of HTTP/1.0 needs no Host header, because load balancers such as HAProxy send none', async () => {
  const listener = await listen({ port: 0, host: '127.0.0.1' }, (request) => new Response(request.url));
  const socket = connect(listener.port, '127.0.0.1');
  socket.write('GET /readyz HTTP/1.0\r\n\r\n');
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(response).toMatch(/\/readyz$/);
  await listener.close();
});

describe('Shutting down', () => {
  test('works during the delay, then asks open connections to close and accepts no others (PRD-105)', async () => {
    const listener = await listen({ port: 0, host: '127.0.0.1' }, () => new Response('here'));
    const url = `http://127.0.0.1:${listener.port}/`;
    const closed = listener.close(500);
    const socket = connect(listener.port, '127.0.0.1');
    const request = () => socket.write('GET / HTTP/1.1\r\nHost: send.example\r\n\r\n');
    request();
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1.1 200 OK\r\n.*connection: keep-alive/is);
    const isRefused = () =>
      fetch(url).then(
        () => false,
        () => true,
      );
    await expect.poll(isRefused).toBe(true);
    request();
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n.*connection: close/is);
    await closed;
  });

  test('does not wait for a connection on which nothing was ever sent', async () => {
    const listener = await listen({ port: 0, host: '127.0.0.1' }, () => new Response('here'));
    const silent = connect(listener.port, '127.0.0.1');
    await new Promise((resolve) => silent.once('connect', resolve));
    silent.on('error', () => {});
    const started = performance.now();
    await listener.close();
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('waits for a request that is running', async () => {
    let respond = (_response: Response) => {};
    let arrived = () => {};
    const isRunning = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const listener = await listen({ port: 0, host: '127.0.0.1' }, () => {
      arrived();
      return new Promise<Response>((resolve) => {
        respond = resolve;
      });
    });
    const request = fetch(`http://127.0.0.1:${listener.port}/`);
    await isRunning;
    const closed = listener.close();
    respond(new Response('done'));
    expect(await (await request).text()).toBe('done');
    await closed;
  });

  test('leaves an idle connection open for longer than proxies do', async () => {
    const listener = await listen({ port: 0, host: '127.0.0.1' }, () => new Response('here'));
    const response = await fetch(`http://127.0.0.1:${listener.port}/`);
    const seconds = Number(/timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '')?.[1]);
    expect(seconds).toBeGreaterThan(120);
    await response.text();
    await listener.close();
  });
});
