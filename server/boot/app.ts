import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import * as v from 'valibot';
import { Config } from '../../src/contract/config.ts';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { createSessions, type SessionEnds } from '../accounts/sessions.ts';
import type { Settings } from '../config/environment.ts';
import { GEOCODE_LIMIT } from '../config/limits.ts';
import type { Secrets } from '../config/secret.ts';
import { mountEndpoints } from '../endpoints/mount-endpoints.ts';
import { operatorEndpoints } from '../endpoints/operator-endpoints.ts';
import {
  customerEndpoints,
  type HandlerDependencies,
  type ServerDependencies,
} from '../endpoints/server-endpoint.ts';
import { ApiError, problemResponse } from '../http/api-error.ts';
import { listSentPages } from '../http/business-pages.ts';
import type { Metrics } from '../http/metrics.ts';
import { createRateLimiter, UNLIMITED } from '../http/rate-limiter.ts';
import { rejectNulCharacters, rejectSeveralHosts } from '../http/reject-requests.ts';
import { type AppEnv, requestContext } from '../http/request-context.ts';
import { createContentSecurityPolicy, securityHeaders } from '../http/security-headers.ts';
import {
  inlineContentHashes,
  type StaticFiles,
  serveSharedAssets,
  serveStatic,
} from '../http/static-files.ts';
import { mountSignedLinks } from '../mail/signed-links.ts';
import { createOperatorHandlers } from '../ops/handlers.ts';
import { operatorsOnly } from '../ops/operators-only.ts';
import { isPublicNominatim } from '../places/upstream/nominatim-client.ts';
import { accountHandlers } from '../routes/account.ts';
import { addressHandlers } from '../routes/addresses.ts';
import { deliveryRequestHandlers } from '../routes/delivery-requests.ts';
import { guestRequestHandlers } from '../routes/guest-requests.ts';
import { paymentHandlers } from '../routes/payments.ts';
import { pushHandlers } from '../routes/push.ts';
import { mountHealth, mountReports, mountSiteRoutes } from '../routes/site.ts';
import { trackingHandlers } from '../routes/tracking.ts';
import { mountTrackingPage } from '../routes/tracking-page.ts';
import type { Sandbox } from './adapters.ts';

export type AppDependencies = ServerDependencies & {
  settings: Settings;
  /** 256 bits each: they sign sessions and key the hashes of reset codes. */
  secrets: Secrets;
  /** Reports sessions that other processes have ended. Without it no session is cached. */
  onSessionEnd?: SessionEnds | undefined;
  /** The built page. Tests of the API alone have none. */
  files?: StaticFiles;
  /**
   * Whether the server looks for assets that this version lacks in the database, where other versions publish theirs.
   */
  sharesAssets?: boolean;
  /** The simulated services below `/sandbox`: payments, and the mailbox if there is no email server. */
  sandbox?: Sandbox;
  /** The public key with which browsers subscribe to push messages. */
  pushKey?: string;
  /** Whether the process has received SIGTERM. */
  isStopping?: () => boolean;
  /** Tests of the API alone have no metrics. */
  metrics?: Metrics;
};

/** An unknown URL below these paths returns 404 and never the page. */
const NON_PAGE_PATHS = [
  '/api/*',
  '/hook/*',
  '/geocode/*',
  '/ops/*',
  '/reports/*',
  '/sandbox/*',
  '/webhooks/*',
];

/** Names under which probes look for health. A probe with a wrong name must fail, and not get the page. */
const UNKNOWN_PROBES = [
  'livez',
  'readyz',
  'healthz',
  'health',
  '_health',
  'health-check',
  'healthcheck',
  'healthy',
  'live',
  'liveness',
  'alive',
  'heartbeat',
  'ready',
  'readiness',
  'startup',
  'startupz',
  'up',
  'ping',
  'status',
  'actuator',
  'metrics',
].map((name) => `/${name}/*`);

/** Synchronous, because WebCrypto would queue this on libuv's thread pool. */
function generateDigest(body: Uint8Array): ArrayBuffer {
  return new Uint8Array(createHash('sha1').update(body).digest()).buffer;
}

/** Creates the whole server from its dependencies. Production and the tests use the same function. */
export function createApp(dependencies: AppDependencies): Hono<AppEnv> {
  const { settings, log, db, clock, secrets } = dependencies;
  const built: StaticFiles = dependencies.files ?? new Map();
  const policy = createContentSecurityPolicy(settings, inlineContentHashes(built));
  const headers = securityHeaders(settings, policy);
  const files = listSentPages(built, headers);
  const handlerDependencies: HandlerDependencies = {
    ...dependencies,
    headers,
    secret: secrets[0],
    sessions: createSessions(db, clock, secrets, dependencies.onSessionEnd),
    limiter: settings.hasRateLimits ? createRateLimiter(db, clock) : UNLIMITED,
  };

  const app = new Hono<AppEnv>();
  app.onError((error, context) => problemResponse(context, error, { log, headers }));
  app.notFound((context) => problemResponse(context, new ApiError(404, 'NOT_FOUND'), { log, headers }));
  app.use(requestContext({ log, proxies: settings.trustedProxies, metrics: dependencies.metrics }));
  app.use(rejectSeveralHosts);
  for (const path of [...NON_PAGE_PATHS, '/assets/*']) app.use(path, rejectNulCharacters);
  // The endpoints come before the middleware below, because they set the headers of their responses themselves.
  mountEndpoints(app, handlerDependencies, {
    table: customerEndpoints,
    handlers: {
      ...accountHandlers(handlerDependencies),
      ...addressHandlers(handlerDependencies),
      ...deliveryRequestHandlers(handlerDependencies),
      ...guestRequestHandlers(handlerDependencies),
      ...paymentHandlers(handlerDependencies),
      ...trackingHandlers(handlerDependencies),
      ...pushHandlers(handlerDependencies),
    },
  });
  app.use('/ops/*', operatorsOnly(handlerDependencies));
  mountEndpoints(app, handlerDependencies, {
    table: operatorEndpoints,
    handlers: createOperatorHandlers(handlerDependencies),
  });

  app.use(async (context, next) => {
    context.header('x-request-id', context.get('requestId'));
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    await next();
  });
  for (const path of ['/api/openapi.json', '/config.json', '/geocode/*']) {
    app.get(path, compress(), etag({ generateDigest }));
  }
  mountReports(app, handlerDependencies);
  mountSignedLinks(app, { db, clock, secrets });
  mountSiteRoutes(app, handlerDependencies, createClientConfig(settings, dependencies));
  mountHealth(app, handlerDependencies, {
    isStopping: dependencies.isStopping ?? (() => false),
    metrics: dependencies.metrics,
  });
  app.use('/geocode/*', async (context, next) => {
    await handlerDependencies.limiter.consumeRead(GEOCODE_LIMIT, context.get('clientAddress'));
    await next();
    const source = context.res.headers.get('places-source');
    if (source !== null) dependencies.metrics?.countPlaces(source);
  });
  app.route('/geocode', dependencies.places.routes);
  if (dependencies.sandbox !== undefined) app.route('/sandbox', dependencies.sandbox.routes);
  for (const path of [...NON_PAGE_PATHS, ...UNKNOWN_PROBES]) {
    app.all(path, () => {
      throw new ApiError(404, 'NOT_FOUND');
    });
  }
  if (dependencies.sharesAssets) serveSharedAssets(app, db, files);
  mountTrackingPage(app, handlerDependencies, files);
  serveStatic(app, files);
  return app;
}

/** How often the app asks for the status of a package that the simulator moves. */
const DEMO_REFRESH_MS = 5000;

/**
 * `/config.json`: the settings in which this deployment differs from the contract's defaults, which the schema adds. All
 * of them are public.
 */
function createClientConfig(
  settings: Settings,
  { sandbox, pushKey }: { sandbox?: Sandbox; pushKey?: string },
): Config {
  const { stripe, checkoutHosts, tileUrl, isDemo, analytics } = settings;
  const { tariff, support, operator, map, presets } = settings.business;
  const upstream = settings.nominatim.url;
  return v.parse(Config, {
    versions: true,
    stripe: sandbox?.cards ?? { publishableKey: stripe.publishableKey },
    checkoutHosts: [...DEFAULT_CONFIG.checkoutHosts, ...checkoutHosts],
    tiles: { url: tileUrl },
    geocoder: upstream && {
      typeAhead: !isPublicNominatim(upstream),
      gazetteerWhileTyping: true,
      // The page already names GeoNames, the source of its own town names.
      attribution: '© OpenStreetMap contributors',
    },
    tracking: isDemo ? { refreshMs: DEMO_REFRESH_MS, refreshInTransitMs: DEMO_REFRESH_MS } : undefined,
    analytics,
    tariff,
    support,
    operator,
    map,
    presets,
    push: { publicKey: pushKey },
    demo: isDemo,
    demonstration: settings.isDemonstration,
  });
}
