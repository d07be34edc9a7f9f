import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OpenDatabase } from '../db/open-database.ts';
import type { JobHandlers, Mailer } from '../dependencies.ts';
import { countJobs } from '../queries/jobs.ts';
import { countOpenDisputes } from '../queries/payments.ts';
import { countUnfinishedRefunds } from '../queries/refunds.ts';
import { withinTime } from './within-time.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Prometheus waits ten seconds for all metrics together. */
const QUEUE_WAIT_MS = 2000;

/**
 * The Prometheus metrics of one process.
 * @param options `queueWaitMs` is how long the metrics wait for the number of background jobs, in milliseconds
 */
export function createMetrics(database: OpenDatabase, { queueWaitMs = QUEUE_WAIT_MS } = {}) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  observeDatabase(registry, database, queueWaitMs);

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const emails = new Counter({
    name: 'send_mails_total',
    help: 'Emails handed to the mail server, by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const places = new Counter({
    name: 'send_places_total',
    help: 'Responses of the place search by source: upstream, cache, stale (a cached one, because the upstream failed) or gazetteer.',
    labelNames: ['source'] as const,
    registers,
  });
  const jobs = new Histogram({
    name: 'send_job_duration_seconds',
    help: 'Duration of attempts at background jobs, by kind and outcome.',
    labelNames: ['kind', 'outcome'] as const,
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
    registers,
  });

  return {
    /** Measures a request by its route and not by its path, which may contain a tracking number. */
    observeRequest(request: { method: string; route: string; status: string }, seconds: number) {
      requests.observe(request, seconds);
    },
    /** Counts a response of the place search by where its places come from. */
    countPlaces: (source: string) => places.inc({ source }),
    countEmails: ({ send }: Mailer): Mailer => ({
      send: (message) => counted(send(message), (outcome) => emails.inc({ outcome })),
    }),
    countJobs: (handlers: JobHandlers): JobHandlers =>
      Object.fromEntries(
        Object.entries(handlers).map(([kind, handle]) => [
          kind,
          (payload: unknown, id: string) => {
            const started = performance.now();
            return counted(handle(payload, id), (outcome) =>
              jobs.observe({ kind, outcome }, (performance.now() - started) / 1000),
            );
          },
        ]),
      ),
    /** All metrics of this process in the text format of Prometheus. */
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    stop: () => registry.clear(),
  };
}

/** A count, or a time in seconds since 1970, and its labels. */
type Row = { count: number } & Record<string, string | number>;

/** The connections of this process, and what operators have to know about the rows of all processes together. */
function observeDatabase(registry: Registry, { db, connections, replica }: OpenDatabase, waitMs: number) {
  const observe = (name: string, help: string, labelNames: string[], read: () => Promise<Row[]>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        // The other metrics are still useful while the database is unavailable or does not respond.
        const reading = read().catch(() => []);
        const rows = await withinTime(waitMs, reading);
        for (const { count, ...labels } of rows?.value ?? []) this.set(labels, count);
      },
    });
  if (connections !== undefined) {
    const pool = 'Connections of the pool by state, and callers that wait for one.';
    observe('send_database_connections', pool, ['state'], async () =>
      Object.entries(connections()).map(([state, count]) => ({ state, count })),
    );
  }
  if (replica !== undefined) {
    const lag = 'How far the replica may be behind. The primary handles all reads from 5 seconds on.';
    observe('send_replica_lag_seconds', lag, [], async () => [{ count: replica.status().lagSeconds }]);
    new Counter({
      name: 'send_replica_reads_total',
      help: 'Reads that a replica may handle, by the database that handled them (replica, primary).',
      labelNames: ['database'] as const,
      registers: [registry],
      collect() {
        this.reset();
        for (const [database, count] of Object.entries(replica.status().reads)) this.inc({ database }, count);
      },
    });
  }
  observe('send_jobs', 'Background jobs by kind and state.', ['kind', 'state'], () => countJobs(db));
  const refunds =
    'Unfinished refunds by state: due, pending, failed, rejected. The last two wait for an operator.';
  observe('send_refunds', refunds, ['state'], () => countUnfinishedRefunds(db));
  const disputes = "Payments with an open dispute, by the provider's status of the dispute.";
  observe('send_disputes', disputes, ['state'], async () =>
    (await countOpenDisputes(db)).map(({ state, count }) => ({ state, count })),
  );
  const deadlines =
    'The nearest time by which evidence must arrive, in seconds since 1970, by status of the dispute.';
  observe('send_dispute_deadline_seconds', deadlines, ['state'], async () =>
    (await countOpenDisputes(db)).flatMap(({ state, deadline }) =>
      deadline === null ? [] : [{ state, count: deadline.getTime() / 1000 }],
    ),
  );
}

async function counted<T>(work: Promise<T>, count: (outcome: 'ok' | 'failed') => void): Promise<T> {
  try {
    const result = await work;
    count('ok');
    return result;
  } catch (error) {
    count('failed');
    throw error;
  }
}
