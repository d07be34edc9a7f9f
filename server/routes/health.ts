import type { Hono } from 'hono';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/hono-env.ts';
import type { Metrics } from '../http/metrics.ts';
import { rejectOtherMethods } from '../http/reject-other-methods.ts';
import { withinTime } from '../http/within-time.ts';
import { operatorsOnly } from '../ops/operators-only.ts';
import { checkDatabaseHealth } from '../queries/health.ts';

/** A probe must respond before the orchestrator's own timeout. */
const READY_TIMEOUT_MS = 2000;

export type HealthOptions = {
  /** Whether the process has been told to stop; a load balancer then sends it no new requests. */
  isStopping: () => boolean;
  metrics: Metrics | undefined;
};

/**
 * `/livez` is the liveness check: restart the process if it does not respond. `/readyz` (and `/healthz`, its older
 * name) is the readiness check: send the process no requests while it returns 503. A process whose database is
 * unavailable is alive but not ready, and a restart would not help.
 */
export function mountHealth(
  app: Hono<AppEnv>,
  dependencies: HandlerDependencies,
  options: HealthOptions,
): void {
  app.get('/livez', (context) => {
    context.header('cache-control', 'no-store');
    return context.json({ status: 'ok' });
  });
  for (const path of ['/readyz', '/healthz']) {
    app.get(path, async (context) => {
      context.header('cache-control', 'no-store');
      if (options.isStopping()) throw new ApiError(503, 'SERVICE_UNAVAILABLE', { retryAfter: 2 });
      const isHealthy = await withinTime(READY_TIMEOUT_MS, checkDatabaseHealth(dependencies.db));
      if (isHealthy === undefined) throw new ApiError(503, 'SERVICE_UNAVAILABLE', { retryAfter: 2 });
      return context.json({ status: 'ok' });
    });
  }
  const { metrics } = options;
  if (metrics !== undefined) {
    app.get('/metrics', operatorsOnly(dependencies), async () => {
      const { type, text } = await metrics.render();
      return new Response(text, { headers: { 'content-type': type } });
    });
  }
  for (const path of ['/livez', '/readyz', '/healthz', '/metrics']) rejectOtherMethods(app, path, ['GET']);
}
