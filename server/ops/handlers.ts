import type { OperatorHandlers } from '../endpoints/operator-endpoints.ts';
import type { HandlerDependencies } from '../endpoints/server-endpoint.ts';
import { parseIdParam, requireFound } from '../http/read-request.ts';
import { insertAudit, listAudit, listPolicyViolations } from '../queries/audit.ts';
import { listFailedJobs, retryFailedJob } from '../queries/jobs.ts';
import { DEFAULT_PAGE_SIZE, splitPage } from '../queries/pagination.ts';
import { deliveryHandlers, listHandlers } from './delivery-handlers.ts';
import { paymentHandlers, reportHandlers } from './payment-handlers.ts';

/** A handler for every call of the operators' table; a missing one does not compile. */
export function createOperatorHandlers(dependencies: HandlerDependencies): OperatorHandlers {
  return {
    ...deliveryHandlers(dependencies),
    ...listHandlers(dependencies),
    ...monitoringHandlers(dependencies),
    ...paymentHandlers(dependencies),
    ...reportHandlers(dependencies),
  };
}

const MAX_ROWS = 500;

/** Failed background jobs, without their payloads, which hold personal data; the audit log; and policy violations. */
function monitoringHandlers({ db, clock }: HandlerDependencies) {
  return {
    async operatorListFailedJobs({ query: { after = 0, limit = DEFAULT_PAGE_SIZE }, linkToNext }) {
      const { page, last } = splitPage(await listFailedJobs(db, after, limit + 1), limit);
      if (last) linkToNext(last.id);
      return page;
    },

    async operatorRetryFailedJob({ params, operator }) {
      const id = parseIdParam(params.id, 'NOT_FOUND');
      await db.transaction(async (tx) => {
        const { kind } = requireFound(await retryFailedJob(tx, id), 'NOT_FOUND');
        await insertAudit(tx, {
          event: 'jobRetried',
          time: clock.now(),
          ...operator,
          subject: `job ${id}`,
          before: { kind, state: 'failed' },
          after: { kind, state: 'waiting' },
        });
      });
      return { id };
    },

    operatorListAudit: ({ query }) => listAudit(db, { beforeId: query.before, limit: MAX_ROWS }),

    operatorListPolicyViolations: () => listPolicyViolations(db, MAX_ROWS),
  } satisfies Partial<OperatorHandlers>;
}
