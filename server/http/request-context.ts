import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import { clientAddress, type TrustedProxies } from './client-address.ts';
import type { AppEnv } from './hono-env.ts';

/** Names each request and its client, and logs one line when it is answered. */
export function requestContext(log: Logger, proxies: TrustedProxies | undefined): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const started = performance.now();
    const id = randomUUID();
    context.set('requestId', id);
    context.set(
      'clientAddress',
      clientAddress(peerAddress(context), context.req.header('x-forwarded-for'), proxies),
    );
    context.header('x-request-id', id);
    await next();
    // The route and not the path or the query: a tracking number or an e-mail would be in them.
    log.info(
      {
        id,
        method: context.req.method,
        route: routePath(context),
        status: context.res.status,
        ms: Math.round(performance.now() - started),
      },
      'request',
    );
  };
}

/** Without a socket (tests call the app directly) everybody comes from here. */
function peerAddress(context: Context<AppEnv>): string {
  return context.env.incoming?.socket.remoteAddress ?? '127.0.0.1';
}
