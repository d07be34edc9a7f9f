import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { TrustedProxies } from '../config/trusted-proxies.ts';
import { clientAddress, clientNetwork } from './client-address.ts';
import type { AppEnv } from './hono-env.ts';
import type { Metrics } from './metrics.ts';

/** Health checks arrive every few seconds from every load balancer and would fill the log. */
const PROBES = new Set(['/livez', '/readyz', '/healthz', '/metrics']);

export type RequestContextOptions = {
  log: Logger;
  proxies: TrustedProxies | undefined;
  metrics: Metrics | undefined;
};

/** Gives each request an id, determines its client, and logs and measures each response. */
export function requestContext({ log, proxies, metrics }: RequestContextOptions): MiddlewareHandler<AppEnv> {
  const networkOf = cacheNetworks(proxies);
  return async (context, next) => {
    const started = performance.now();
    const isProxied = proxies?.isTrusted(peerAddress(context)) ?? false;
    const id = requestId(isProxied ? context.req.header('x-request-id') : undefined);
    context.set('requestId', id);
    context.set('clientAddress', networkOf(peerAddress(context), context.req.header('x-forwarded-for')));
    await next();
    const { status, ok } = context.res;
    const ms = performance.now() - started;
    // The log contains the route and not the path or the query, which may contain a tracking number or an email address.
    const labels = { method: context.req.method, route: routePath(context), status };
    metrics?.observeRequest({ ...labels, status: String(status) }, ms / 1000);
    if (ok && PROBES.has(context.req.path)) return;
    const trace = traceId(context.req.header('traceparent'));
    log.info({ id, ...(trace === undefined ? {} : { trace }), ...labels, ms: Math.round(ms) }, 'request');
  };
}

const MAX_NETWORKS = 1000;

/** Parses each pair of addresses once and caches the network, because the same clients send many requests. */
function cacheNetworks(proxies: TrustedProxies | undefined) {
  const networks = new Map<string, string>();
  return (peer: string, forwardedFor: string | undefined): string => {
    const key = forwardedFor === undefined ? peer : `${peer} ${forwardedFor}`;
    const known = networks.get(key);
    if (known !== undefined) return known;
    const network = clientNetwork(clientAddress(peer, forwardedFor, proxies));
    if (networks.size >= MAX_NETWORKS) networks.clear();
    networks.set(key, network);
    return network;
  };
}

/** The proxy's id of the request, so that its log and ours can be correlated; otherwise a new id. */
function requestId(header: string | undefined): string {
  return header !== undefined && /^[\w.:-]{8,128}$/.test(header) ? header : randomUUID();
}

/** The trace id of the request, from a W3C Trace Context header. */
function traceId(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  return /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(header)?.[1];
}

/** The address of requests without a socket, which tests send directly to the app. */
function peerAddress(context: Context<AppEnv>): string {
  return context.env.incoming?.socket.remoteAddress ?? '127.0.0.1';
}
