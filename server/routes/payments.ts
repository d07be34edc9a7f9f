import { isAwaitingPayment } from '../../src/contract/rules.ts';
import type { Handlers } from '../endpoints/customer-endpoints.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { positionText } from '../http/pagination.ts';
import { parseIdParam, requireFound } from '../http/params.ts';
import { returnOrigin } from '../payments/return-origin.ts';
import { findDeliveryRequest } from '../queries/delivery-requests.ts';

type PaymentEndpointName =
  | 'listPaymentMethods'
  | 'addPaymentMethod'
  | 'createSetupIntent'
  | 'setDefaultPaymentMethod'
  | 'removePaymentMethod'
  | 'listPayments'
  | 'createPaymentSession'
  | 'chargeSavedCard'
  | 'getDeliveryPayment';

export function paymentHandlers({
  db,
  payments,
  settings,
}: HandlerDependencies): Pick<Handlers, PaymentEndpointName> {
  return {
    listPaymentMethods: ({ session: { user } }) => payments.listMethods(user.id),
    addPaymentMethod: ({ session: { user }, body }) => payments.addMethod(user.id, body.paymentMethodId),
    createSetupIntent: ({ session: { user } }) => payments.createSetupIntent(user.id),
    setDefaultPaymentMethod: ({ session: { user }, params }) => payments.setDefaultMethod(user.id, params.id),
    async removePaymentMethod({ session: { user }, params }) {
      await payments.removeMethod(user.id, params.id);
      return {};
    },
    async listPayments({ session: { user }, query, linkToNext }) {
      const { page, last } = await payments.listPaymentPage(user.id, query);
      if (last) linkToNext(positionText(last));
      return page;
    },
    createPaymentSession: ({ session: { user }, params, ...call }) =>
      payments.createSession({
        userId: user.id,
        requestId: parseIdParam(params.id, 'ORDER_REQUEST_NOT_FOUND'),
        origin: returnOrigin(call, settings.publicUrl),
      }),
    chargeSavedCard: ({ session: { user }, params, body, ...call }) =>
      payments.chargeSavedCard({
        userId: user.id,
        requestId: parseIdParam(params.id, 'ORDER_REQUEST_NOT_FOUND'),
        paymentMethodId: body.paymentMethodId,
        amountCents: Math.round(body.amount * 100),
        currency: body.currency,
        origin: returnOrigin(call, settings.publicUrl),
      }),
    async getDeliveryPayment({ session: { user }, params }) {
      const id = parseIdParam(params.id, 'ORDER_REQUEST_NOT_FOUND');
      const request = requireFound(await findDeliveryRequest(db, id, user.id), 'ORDER_REQUEST_NOT_FOUND');
      if (isAwaitingPayment(request)) await payments.refresh(id);
      return { payment: (await payments.findPayment(user.id, id)) ?? null };
    },
  };
}
