import type { Handlers } from '../http/mount.ts';
import { returnOrigin } from '../return-origin.ts';
import type { World } from '../world.ts';
import { idParam } from './params.ts';

type PaymentVerbs =
  | 'listPaymentMethods'
  | 'addPaymentMethod'
  | 'setDefaultPaymentMethod'
  | 'removePaymentMethod'
  | 'listPayments'
  | 'createPaymentSession';

export function paymentHandlers({ payments, settings }: World): Pick<Handlers, PaymentVerbs> {
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
        requestId: idParam(params.id, 'ORDER_REQUEST_NOT_FOUND'),
        origin: returnOrigin(call, settings.publicUrl),
      }),
  };
}
