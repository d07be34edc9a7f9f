import type { Handlers } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import { returnOrigin } from '../payments/return-origin.ts';
import { parseIdParam } from './params.ts';

type PaymentVerbs =
  | 'listPaymentMethods'
  | 'addPaymentMethod'
  | 'setDefaultPaymentMethod'
  | 'removePaymentMethod'
  | 'listPayments'
  | 'createPaymentSession';

export function paymentHandlers({ payments, settings }: HandlerDependencies): Pick<Handlers, PaymentVerbs> {
  return {
    listPaymentMethods: ({ session: { user } }) => payments.listMethods(user.id),
    addPaymentMethod: ({ session: { user }, body }) => payments.addMethod(user.id, body.paymentMethodId),
    setDefaultPaymentMethod: ({ session: { user }, params }) => payments.setDefaultMethod(user.id, params.id),
    async removePaymentMethod({ session: { user }, params }) {
      await payments.removeMethod(user.id, params.id);
      return {};
    },
    listPayments: ({ session: { user } }) => payments.listPayments(user.id),
    createPaymentSession: ({ session: { user }, params, ...call }) =>
      payments.createSession({
        userId: user.id,
        requestId: parseIdParam(params.id, 'ORDER_REQUEST_NOT_FOUND'),
        origin: returnOrigin(call, settings.publicUrl),
      }),
  };
}
