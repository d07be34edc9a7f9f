import type { OperatorHandlers } from '../endpoints/operator-endpoints.ts';
import type { HandlerDependencies } from '../endpoints/server-endpoint.ts';
import { deliveryHandlers } from './deliveries.ts';
import { listHandlers } from './lists.ts';
import { monitoringHandlers } from './monitoring.ts';
import { reportHandlers } from './payment-report.ts';
import { paymentHandlers } from './payments.ts';

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
