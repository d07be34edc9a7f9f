import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import { clientAddress, clientNetwork, type TrustedProxies } from './client-address.ts';
import type { AppEnv } from './hono-env.ts';

/** Health checks arrive every few seconds from every load balancer and would fill the log. */
const PROBES = new Set(['/livez', '/readyz', '/healthz', '/metrics']);

/** Gives each request an id, determines its client, and logs one line per response. */
export function requestContext(log: Logger, proxies: TrustedProxies | undefined): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const started = performance.now();
    const id = requestId(context.req.header('x-request-id'));
    const trace = traceId(context.req.header('traceparent'));
    context.set('requestId', id);
    context.set(
      'clientAddress',
      clientNetwork(clientAddress(peerAddress(context), context.req.header('x-forwarded-for'), proxies)),
    );
    context.header('x-request-id', id);
    await next();
    if (PROBES.has(context.req.path) && context.res.ok) return;
    // The log contains the route and not the path or the query, which may contain a tracking number or an e-mail.
    log.info(
      {
        id,
        ...(trace === undefined ? {} : { trace }),
        method: context.req.method,
        route: routePath(context),
        status: context.res.status,
        ms: Math.round(performance.now() - started),
      },
      'request',
    );
  };
}

/** The proxy's id of the request, so that its log and ours can be correlated; otherwise a new id. */
function requestId(header: string | undefined): string {
  return header !== undefined && /^[\w.:-]{8,128}$/.test(header) ? header : randomUUID();
}

/** The trace id of the request, from a W3C Trace Context header. */
function traceId(header: string | undefined): string | undefined {
  return /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(header ?? '')?.[1];
}

/** The address of requests without a socket, which tests send directly to the app. */
function peerAddress(context: Context<AppEnv>): string {
  return context.env.incoming?.socket.remoteAddress ?? '127.0.0.1';
}
