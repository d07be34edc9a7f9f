import type { HandlerDependencies, Handlers } from '../endpoints/server-endpoint.ts';
import { returnOrigin } from '../payments/payment-parameters.ts';
import { positionText } from '../queries/pagination.ts';
import { findRefreshed, idOf } from './delivery-requests.ts';

export function paymentHandlers(dependencies: HandlerDependencies) {
  const { payments, settings } = dependencies;
  const { publicUrl } = settings;

  return {
    listPaymentMethods: ({ session: { user } }) => payments.listMethods(user.id),
    addPaymentMethod: ({ session: { user }, body }) => payments.addMethod(user.id, body.paymentMethodId),
    createSetupIntent: ({ session: { user } }) => payments.createSetupIntent(user.id),
    setDefaultPaymentMethod: ({ session: { user }, params }) => payments.setDefaultMethod(user.id, params.id),
    removePaymentMethod: ({ session: { user }, params }) => payments.removeMethod(user.id, params.id),
    async listPayments({ session: { user }, query, linkToNext }) {
      const { page, last } = await payments.listPaymentPage(user.id, query);
      if (last) linkToNext(positionText(last));
      return page;
    },
    createPaymentSession: ({ session: { user }, params, origin }) =>
      payments.createSession({
        userId: user.id,
        requestId: idOf(params),
        origin: returnOrigin(origin, publicUrl),
      }),
    chargeSavedCard: ({ session: { user }, params, body, origin }) =>
      payments.chargeSavedCard({
        userId: user.id,
        requestId: idOf(params),
        paymentMethodId: body.paymentMethodId,
        amountCents: Math.round(body.amount * 100),
        currency: body.currency,
        origin: returnOrigin(origin, publicUrl),
      }),
    async getDeliveryPayment({ session: { user }, params }) {
      const { id } = await findRefreshed(dependencies, params, user.id);
      return { payment: (await payments.findPayment(user.id, id)) ?? null };
    },
  } satisfies Partial<Handlers>;
}
