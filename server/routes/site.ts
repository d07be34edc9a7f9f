import type { Hono } from 'hono';
import * as v from 'valibot';
import type { Config } from '../../src/contract/config.ts';
import { CONFIG_MARKER } from '../../src/contract/constants.ts';
import { REPORT_LIMIT } from '../config/limits.ts';
import { checkDatabaseHealth } from '../db/database.ts';
import { DOCUMENT_HEADERS, documentPath, renderDocument } from '../documents/document-page.ts';
import { openApiDocument } from '../endpoints/openapi.ts';
import type { HandlerDependencies } from '../endpoints/server-endpoint.ts';
import { ApiError } from '../http/api-error.ts';
import type { Metrics } from '../http/metrics.ts';
import { readTextBody } from '../http/read-request.ts';
import { rejectOtherMethods } from '../http/reject-requests.ts';
import type { AppEnv } from '../http/request-context.ts';
import { REPORTS_PATH } from '../http/security-headers.ts';
import { withinTime } from '../http/within-time.ts';
import { operatorsOnly } from '../ops/operators-only.ts';
import { countPolicyViolation } from '../queries/audit.ts';
import { findDocumentByKey } from '../queries/payment-documents.ts';

const SECURITY_TXT = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. */
const SECURITY_TXT_LIFE_MS = 180 * 24 * 3600_000;

const DOCUMENT = documentPath({ key: ':key' });

/**
 * Routes outside the contract: configuration, OpenAPI document, security.txt, the payment provider's webhook, and the
 * pages of receipts and credit notes, for everyone who knows the address. (PAY-22)
 */
export function mountSiteRoutes(app: Hono<AppEnv>, dependencies: HandlerDependencies, config: Config) {
  const { db, clock, payments, settings } = dependencies;
  const documents = {
    '/config.json': () => ({ app: CONFIG_MARKER, ...config }),
    '/api/openapi.json': () => openApiDocument(settings.publicUrl),
  };
  for (const [path, create] of Object.entries(documents)) {
    let text: string | undefined;
    app.get(path, (context) => {
      // Neither changes while the process runs. The first request creates it, so that the start does not take longer.
      text ??= JSON.stringify(create());
      return context.body(text, 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' });
    });
  }
  app.get(SECURITY_TXT, (context) => {
    if (settings.securityContact === undefined) throw new ApiError(404, 'NOT_FOUND');
    const expires = new Date(clock.now().getTime() + SECURITY_TXT_LIFE_MS).toISOString();
    context.header('cache-control', 'no-cache');
    return context.text(
      [
        `Contact: ${settings.securityContact}`,
        `Expires: ${expires}`,
        `Canonical: ${settings.publicUrl}${SECURITY_TXT}`,
        'Preferred-Languages: en',
        '',
      ].join('\n'),
    );
  });
  app.post('/webhooks/stripe', async (context) => {
    // The signature covers the raw bytes, so nothing may parse the body first.
    await payments.handleWebhook(await readTextBody(context.req.raw), context.req.header('stripe-signature'));
    return context.json({ received: true });
  });
  app.get(DOCUMENT, async (context) => {
    const key = context.req.param('key') ?? '';
    const document = v.is(v.pipe(v.string(), v.uuid()), key) ? await findDocumentByKey(db, key) : undefined;
    if (document === undefined) throw new ApiError(404, 'NOT_FOUND');
    return context.html(renderDocument(document.content), 200, DOCUMENT_HEADERS);
  });
  for (const path of ['/config.json', '/api/openapi.json', DOCUMENT]) rejectOtherMethods(app, path, ['GET']);
  rejectOtherMethods(app, '/webhooks/stripe', ['POST']);
}

/** A probe must respond before the orchestrator's own timeout. */
const READY_TIMEOUT_MS = 2000;

type HealthOptions = {
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
  { isStopping, metrics }: HealthOptions,
) {
  app.get('/livez', (context) => {
    context.header('cache-control', 'no-store');
    return context.json({ status: 'ok' });
  });
  for (const path of ['/readyz', '/healthz']) {
    app.get(path, async (context) => {
      context.header('cache-control', 'no-store');
      if (isStopping()) throw new ApiError(503, 'SERVICE_UNAVAILABLE', { retryAfter: 2 });
      const isHealthy = await withinTime(READY_TIMEOUT_MS, checkDatabaseHealth(dependencies.db));
      if (isHealthy === undefined) throw new ApiError(503, 'SERVICE_UNAVAILABLE', { retryAfter: 2 });
      return context.json({ status: 'ok' });
    });
  }
  if (metrics !== undefined) {
    app.get('/metrics', operatorsOnly(dependencies), async () => {
      const { type, text } = await metrics.render();
      return new Response(text, { headers: { 'content-type': type } });
    });
  }
  for (const path of ['/livez', '/readyz', '/healthz', '/metrics']) rejectOtherMethods(app, path, ['GET']);
}

const MAX_REPORTS = 20;
const DIRECTIVES = new Set(
  [
    ['default', 'script', 'script-src-elem', 'script-src-attr', 'style', 'style-src-elem', 'style-src-attr'],
    ['img', 'font', 'connect', 'frame', 'form-action', 'worker', 'manifest', 'object', 'base-uri'],
    ['frame-ancestors', 'media', 'child', 'require-trusted-types-for', 'trusted-types'],
  ]
    .flat()
    .map((name) => (name.includes('-') ? name : `${name}-src`)),
);

/** The Reporting API sends a list; the older `report-uri`, which Firefox and Safari use, sends one object. */
const Reports = v.union([
  v.pipe(
    v.array(v.object({ body: v.object({ effectiveDirective: v.string() }) })),
    v.transform((list) => list.map(({ body }) => body.effectiveDirective)),
  ),
  v.pipe(
    v.object({
      'csp-report': v.object({
        'effective-directive': v.optional(v.string()),
        'violated-directive': v.optional(v.string(), ''),
      }),
    }),
    v.transform(({ 'csp-report': report }) => [
      report['effective-directive'] ?? report['violated-directive'].split(' ')[0] ?? '',
    ]),
  ),
]);
const ReportsText = v.pipe(v.string(), v.parseJson(), Reports);

/**
 * Counts violations of the content security policy by day and directive. URLs in a report may contain personal data
 * and are not stored. Another body is ignored without an error, because browsers do not read the response.
 */
export function mountReports(app: Hono<AppEnv>, { db, clock, limiter }: HandlerDependencies): void {
  app.post(REPORTS_PATH, async (context) => {
    await limiter.consume(REPORT_LIMIT, context.get('clientAddress'));
    const parsed = v.safeParse(ReportsText, await readTextBody(context.req.raw));
    const directives = parsed.success ? parsed.output.slice(0, MAX_REPORTS) : [];
    const day = clock.now().toISOString().slice(0, 10);
    for (const directive of directives) {
      await countPolicyViolation(db, day, DIRECTIVES.has(directive) ? directive : 'other');
    }
    return context.body(null, 204);
  });
  rejectOtherMethods(app, REPORTS_PATH, ['POST']);
}
