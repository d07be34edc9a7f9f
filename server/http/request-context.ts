import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import { isAddress, type TrustedProxies } from '../config/trusted-proxies.ts';
import type { Metrics } from './metrics.ts';

/** The variables that the first middleware sets. Requests without a socket, as in tests, have no bindings. */
export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** What rate limits count as one client: an IPv4 address, or the network of an IPv6 address. */
    clientAddress: string;
    /** The name of the operator; set only below `/ops`. */
    operator: string;
  };
};

/** Health checks arrive every few seconds from every load balancer and would fill the log. */
const PROBES = new Set(['/livez', '/readyz', '/healthz', '/metrics']);

type RequestContextOptions = {
  log: Logger;
  proxies: TrustedProxies | undefined;
  metrics: Metrics | undefined;
};

/** Gives each request an id, determines its client, and logs and measures each response. */
export function requestContext({ log, proxies, metrics }: RequestContextOptions): MiddlewareHandler<AppEnv> {
  const networkOf = cacheNetworks(proxies);
  let hasWarned = proxies !== undefined;
  return async (context, next) => {
    const started = performance.now();
    const forwardedFor = context.req.header('x-forwarded-for');
    if (forwardedFor !== undefined && !hasWarned) {
      hasWarned = true;
      log.warn(
        'A request has the header X-Forwarded-For, but TRUST_PROXY is not set: all clients of a proxy count as one, and share its rate limits.',
      );
    }
    const isProxied = proxies?.isTrusted(peerAddress(context)) ?? false;
    const id = requestId(isProxied ? context.req.header('x-request-id') : undefined);
    context.set('requestId', id);
    context.set('clientAddress', networkOf(peerAddress(context), forwardedFor));
    await next();
    const { status, ok } = context.res;
    const ms = performance.now() - started;
    // The log contains the route and not the path or the query, which may contain a tracking number or an email address.
    const labels = { method: context.req.method, route: routePath(context), status };
    metrics?.observeRequest({ ...labels, status: String(status) }, ms / 1000);
    if (ok && PROBES.has(context.req.path)) return;
    // The trace id of a W3C Trace Context header.
    const traceparent = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;
    const trace = traceparent.exec(context.req.header('traceparent') ?? '')?.[1];
    const client = context.get('clientAddress');
    log.info(
      { id, client, ...(trace === undefined ? {} : { trace }), ...labels, ms: Math.round(ms) },
      'request',
    );
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

/** The address of requests without a socket, which tests send directly to the app. */
function peerAddress(context: Context<AppEnv>): string {
  return context.env.incoming?.socket.remoteAddress ?? '127.0.0.1';
}

/** Internet providers give each customer at least an IPv6 /64 network, so one address does not identify a client. */
const IPV6_CUSTOMER_BITS = 64;

/**
 * Returns the client's address: the peer's, unless the peer is a configured proxy; then the last address in
 * `X-Forwarded-For` that is not itself a trusted proxy. The client may have forged the entries before it. The package
 * `proxy-addr` was tried with the same tests: it does not remove ports, returns entries that are no addresses, and
 * leaves IPv4 addresses mapped into IPv6 as they are, so that most of this file would still be needed.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  proxies: TrustedProxies | undefined,
): string {
  let address = unmapIpv4(peer);
  if (proxies === undefined || forwardedFor === undefined) return address;
  const hops = forwardedFor.split(',').map((hop) => unmapIpv4(withoutPort(hop.trim())));
  for (let hop = 0; hop < proxies.maxHops && proxies.isTrusted(address); hop++) {
    const next = hops.pop();
    if (next === undefined || !isAddress(next)) break;
    address = next;
  }
  return address;
}

/** What rate limits count as one client: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientNetwork(address: string): string {
  if (!isAddress(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_CUSTOMER_BITS}`);
  return `${network.toString()}/${IPV6_CUSTOMER_BITS}`;
}

/** Some proxies (Azure's gateway among them) forward `198.51.100.1:49152` and `[2001:db8::1]:49152`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1];
  return bracketed ?? hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}

function unmapIpv4(address: string): string {
  return isAddress(address) ? ipaddr.process(address).toString() : address;
}
