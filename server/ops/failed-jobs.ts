import type { Hono } from 'hono';
import * as v from 'valibot';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { DEFAULT_PAGE_SIZE, nextLink, PageSize, splitPage } from '../http/pagination.ts';
import { parseIdParam } from '../http/params.ts';
import { rejectOtherMethods } from '../http/reject-other-methods.ts';
import { validate } from '../http/validate.ts';
import { insertAudit } from '../queries/audit.ts';
import { listFailedJobs, retryFailedJob } from '../queries/jobs.ts';

export const FailedJobsQuery = v.object({
  limit: v.optional(PageSize),
  after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'Must be an id'), v.transform(Number)), '0'),
});

/** Background work that is not tried again by itself. Payloads are not shown: they hold personal data. */
export function mountFailedJobs(app: Hono<AppEnv>, { db, clock }: HandlerDependencies): void {
  app.get('/ops/failed-jobs', async (context) => {
    const query = validate(FailedJobsQuery, context.req.query());
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const { page, last } = splitPage(await listFailedJobs(db, query.after, limit + 1), limit);
    if (last) context.header('link', nextLink(context.req.path, context.req.query(), last.id));
    return context.json(page);
  });
  app.post('/ops/failed-jobs/:id/retry', async (context) => {
    const id = parseIdParam(context.req.param('id'), 'NOT_FOUND');
    await db.transaction(async (tx) => {
      const job = await retryFailedJob(tx, id);
      if (job === undefined) throw new ApiError(404, 'NOT_FOUND');
      await insertAudit(tx, {
        event: 'jobRetried',
        time: clock.now(),
        actor: `operator ${context.get('operator')}`,
        source: context.get('clientAddress'),
        subject: `job ${id}`,
        before: { kind: job.kind, state: 'failed' },
        after: { kind: job.kind, state: 'waiting' },
      });
    });
    return context.json({ id });
  });
  rejectOtherMethods(app, '/ops/failed-jobs', ['GET']);
  rejectOtherMethods(app, '/ops/failed-jobs/:id/retry', ['POST']);
}
