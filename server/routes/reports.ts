import type { Hono } from 'hono';
import * as v from 'valibot';
import { REPORT_LIMIT } from '../config/limits.ts';
import type { HandlerDependencies } from '../endpoints/server-endpoint.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { readTextBody } from '../http/read-request.ts';
import { rejectOtherMethods } from '../http/reject-requests.ts';
import { REPORTS_PATH } from '../http/security-headers.ts';
import { countPolicyViolation } from '../queries/audit.ts';

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

/**
 * Counts violations of the content security policy by day and directive. URLs in a report may contain personal data
 * and are not stored.
 */
export function mountReports(app: Hono<AppEnv>, { db, clock, limiter }: HandlerDependencies): void {
  app.post(REPORTS_PATH, async (context) => {
    await limiter.consume(REPORT_LIMIT, context.get('clientAddress'));
    const parsed = v.safeParse(Reports, parse(await readTextBody(context.req.raw)));
    const directives = parsed.success ? parsed.output.slice(0, MAX_REPORTS) : [];
    const day = clock.now().toISOString().slice(0, 10);
    for (const directive of directives) {
      await countPolicyViolation(db, day, DIRECTIVES.has(directive) ? directive : 'other');
    }
    return context.body(null, 204);
  });
  rejectOtherMethods(app, REPORTS_PATH, ['POST']);
}

/** A body that is not JSON is ignored without an error, because browsers do not read the response. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
