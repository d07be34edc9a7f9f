import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import { clientAddress, clientNetwork, type TrustedProxies } from './client-address.ts';
import type { AppEnv } from './hono-env.ts';

/** Probes come every few seconds from every balancer and would bury everything else in the log. */
const PROBES = new Set(['/livez', '/readyz', '/healthz', '/metrics']);

/** Names each request and its client, and logs one line when it is answered. */
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
    // The route and not the path or the query: a tracking number or an e-mail would be in them.
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

/** A proxy's own id for the request, so that its log and ours can be joined; else a new one. */
function requestId(header: string | undefined): string {
  return header !== undefined && /^[\w.:-]{8,128}$/.test(header) ? header : randomUUID();
}

/** The trace that the request belongs to, from a W3C Trace Context header. */
function traceId(header: string | undefined): string | undefined {
  return /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(header ?? '')?.[1];
}

/** Without a socket (tests call the app directly) everybody comes from here. */
function peerAddress(context: Context<AppEnv>): string {
  return context.env.incoming?.socket.remoteAddress ?? '127.0.0.1';
}
