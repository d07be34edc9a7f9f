import type { MiddlewareHandler } from 'hono';
import { OPERATOR_LIMIT } from '../config/limits.ts';
import { operatorWith } from '../config/operators.ts';
import type { HandlerDependencies } from '../endpoints/server-endpoint.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/request-context.ts';
import { insertAudit } from '../queries/audit.ts';

type OperatorDependencies = Pick<HandlerDependencies, 'settings' | 'limiter' | 'db' | 'clock'>;

/**
 * Requires an operator's token; without a configured one the address does not exist. Wrong tokens are limited per
 * client and audited. A correct one is accepted without a query, so that metrics can be read while the database is
 * unavailable, and after any number of wrong ones, because no guess finds 32 characters.
 */
export function operatorsOnly(dependencies: OperatorDependencies): MiddlewareHandler<AppEnv> {
  const { settings, limiter, db, clock } = dependencies;
  return async (context, next) => {
    if (settings.operators.length === 0) throw new ApiError(404, 'NOT_FOUND');
    const given = context.req.header('authorization')?.replace(/^Bearer /i, '') ?? '';
    const operator = operatorWith(settings.operators, given);
    if (operator === undefined) {
      await limiter.consume(OPERATOR_LIMIT, context.get('clientAddress'));
      const source = context.get('clientAddress');
      await insertAudit(db, { event: 'operatorRefused', time: clock.now(), actor: 'nobody', source });
      throw new ApiError(401, 'UNAUTHORIZED');
    }
    context.set('operator', operator.name);
    await next();
  };
}
