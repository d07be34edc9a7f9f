import type { Hono } from 'hono';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { rejectOtherMethods } from '../http/reject-other-methods.ts';
import { listAudit } from '../queries/audit.ts';
import { listPolicyViolations } from '../queries/policy-violations.ts';

const PAGE = 500;

/**
 * `GET /ops/audit`: the audit log, newest first; `?before=ID` returns the entries before that one.
 * `GET /ops/policy-violations`: how often browsers reported a violation of the content policy, by day.
 */
export function mountAudit(app: Hono<AppEnv>, { db }: HandlerDependencies): void {
  app.get('/ops/audit', async (context) => {
    const before = /^\d{1,9}$/.exec(context.req.query('before') ?? '')?.[0];
    const beforeId = before === undefined ? undefined : Number(before);
    const rows = await listAudit(db, { beforeId, limit: PAGE });
    return context.json(rows.map((row) => ({ ...row, time: row.time.toISOString() })));
  });
  app.get('/ops/policy-violations', async (context) => context.json(await listPolicyViolations(db, PAGE)));
  rejectOtherMethods(app, '/ops/audit', ['GET']);
  rejectOtherMethods(app, '/ops/policy-violations', ['GET']);
}
