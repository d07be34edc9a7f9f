import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { createSessions } from '../accounts/sessions.ts';
import { createClientConfig } from '../config/client-config.ts';
import type { Settings } from '../config/environment.ts';
import { GEOCODE_LIMIT } from '../config/limits.ts';
import type { Sandbox, ServerDependencies } from '../dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import { mountEndpoints } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { problemResponse } from '../http/problem-response.ts';
import { createRateLimiter, UNLIMITED } from '../http/rate-limiter.ts';
import { requestContext } from '../http/request-context.ts';
import { createContentSecurityPolicy, securityHeaders } from '../http/security-headers.ts';
import { inlineContentHashes, type StaticFiles } from '../http/static-files.ts';
import { serveStatic } from '../http/static-routes.ts';
import { createHandlers } from '../routes/handlers.ts';
import { mountOperatorRoutes } from '../routes/operator.ts';
import { mountSiteRoutes } from '../routes/site.ts';

export type AppDependencies = ServerDependencies & {
  settings: Settings;
  /** 256 bits: signs sessions, keys the hashes of reset codes. */
  secret: Uint8Array;
  /** The built page; none in tests of the API alone. */
  files?: StaticFiles;
  /** Stand-ins below `/sandbox`: payments, and pages with the mails that no mail server takes. */
  sandbox?: Sandbox;
};

/** Below these an unknown address is a 404 and never the page. */
const NON_PAGE_PATHS = ['/api/*', '/hook/*', '/geocode/*', '/ops/*', '/sandbox/*', '/webhooks/*'];

/** The whole server as one function of its world: production and tests build the same. */
export function createApp(dependencies: AppDependencies): Hono<AppEnv> {
  const { settings, log, db, clock, secret } = dependencies;
  const files: StaticFiles = dependencies.files ?? new Map();
  const handlerDependencies: HandlerDependencies = {
    ...dependencies,
    sessions: createSessions(db, clock, secret),
    limiter: settings.hasRateLimits ? createRateLimiter(db, clock) : UNLIMITED,
  };
  const headers = Object.entries(
    securityHeaders(settings, createContentSecurityPolicy(settings, inlineContentHashes(files))),
  );

  const app = new Hono<AppEnv>();
  app.onError((error, context) => problemResponse(context, error, log));
  app.notFound((context) => problemResponse(context, new ApiError(404, 'NOT_FOUND'), log));
  app.use(requestContext(log, settings.trustedProxies));
  app.use(async (context, next) => {
    for (const [name, value] of headers) context.header(name, value);
    await next();
  });
  for (const path of ['/api/*', '/config.json', '/geocode/*']) {
    app.get(path, compress(), etag());
  }

  mountEndpoints(app, handlerDependencies, createHandlers(handlerDependencies));
  mountSiteRoutes(app, handlerDependencies, createClientConfig(settings, dependencies.sandbox));
  mountOperatorRoutes(app, handlerDependencies);
  app.use('/geocode/*', async ({ var: { clientAddress } }, next) => {
    await handlerDependencies.limiter.consume(GEOCODE_LIMIT, clientAddress);
    await next();
  });
  app.route('/geocode', dependencies.places.routes);
  if (dependencies.sandbox !== undefined) app.route('/sandbox', dependencies.sandbox.routes);
  for (const path of NON_PAGE_PATHS) {
    app.all(path, () => {
      throw new ApiError(404, 'NOT_FOUND');
    });
  }
  serveStatic(app, files);
  return app;
}
