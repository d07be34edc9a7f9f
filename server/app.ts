import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { createSessions } from './auth.ts';
import type { Settings } from './env.ts';
import { ApiError } from './errors.ts';
import type { AppEnv } from './http/context.ts';
import { mountEndpoints } from './http/mount.ts';
import { answerProblem } from './http/problem.ts';
import { requestContext } from './http/request-context.ts';
import { serveStatic } from './http/static.ts';
import { GEOCODE_LIMIT } from './limits.ts';
import { mountOperations } from './ops/routes.ts';
import { pageConfig } from './page-config.ts';
import type { Ports, Sandbox } from './ports.ts';
import { createRateLimiter, NO_LIMITS } from './rate-limit.ts';
import { createHandlers } from './routes/handlers.ts';
import { mountSite } from './routes/site.ts';
import { contentPolicy, securityHeaders } from './security-headers.ts';
import { inlineHashes, type StaticFiles } from './static-files.ts';
import type { World } from './world.ts';

export type AppParts = Ports & {
  settings: Settings;
  /** 256 bits: signs sessions, keys the hashes of reset codes. */
  secret: Uint8Array;
  /** The built page; none in tests of the API alone. */
  files?: StaticFiles;
  /** Stand-ins below `/sandbox`: payments, and pages with the mails that no mail server takes. */
  sandbox?: Sandbox;
};

/** Below these an unknown address is a 404 and never the page. */
const NOT_PAGES = ['/api/*', '/hook/*', '/geocode/*', '/ops/*', '/sandbox/*', '/webhooks/*'];

/** The whole server as one function of its world: production and tests build the same. */
export function buildApp(parts: AppParts): Hono<AppEnv> {
  const { settings, log, db, clock, secret } = parts;
  const files: StaticFiles = parts.files ?? new Map();
  const world: World = {
    ...parts,
    sessions: createSessions(db, clock, secret),
    limiter: settings.hasRateLimits ? createRateLimiter(db, clock) : NO_LIMITS,
  };
  const headers = Object.entries(securityHeaders(settings, contentPolicy(settings, inlineHashes(files))));

  const app = new Hono<AppEnv>();
  app.onError((error, context) => answerProblem(context, error, log));
  app.notFound((context) => answerProblem(context, new ApiError(404, 'NOT_FOUND'), log));
  app.use(requestContext(log, settings.trustedProxies));
  app.use(async (context, next) => {
    for (const [name, value] of headers) context.header(name, value);
    await next();
  });
  for (const path of ['/api/*', '/config.json', '/geocode/*']) {
    app.get(path, compress(), etag());
  }

  mountEndpoints(app, world, createHandlers(world));
  mountSite(app, world, pageConfig(settings, parts.sandbox));
  mountOperations(app, world);
  app.use('/geocode/*', async ({ var: { clientAddress } }, next) => {
    await world.limiter.spend(GEOCODE_LIMIT, clientAddress);
    await next();
  });
  app.route('/geocode', parts.places.routes);
  if (parts.sandbox !== undefined) app.route('/sandbox', parts.sandbox.routes);
  for (const path of NOT_PAGES) {
    app.all(path, () => {
      throw new ApiError(404, 'NOT_FOUND');
    });
  }
  serveStatic(app, files);
  return app;
}
