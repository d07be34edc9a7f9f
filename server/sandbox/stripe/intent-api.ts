import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import type { FormObject } from './form-body.ts';
import {
  CancelParameters,
  ConfirmParameters,
  PaymentIntentParameters,
  PaymentIntentUpdateParameters,
  parseListParameters,
  parseParameters,
  SetupIntentParameters,
} from './parameters.ts';
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  updatePaymentIntent,
} from './payment-intents.ts';
import { listObjects, loadObject } from './queries/objects.ts';
import { cancelSetupIntent, confirmSetupIntent, createSetupIntent } from './setup-intents.ts';
import { invalidParameter } from './stripe-error.ts';

/** One call of the API. A call from a browser has only the publishable key. */
export type ApiCall = {
  form: FormObject;
  param: (name: string) => string;
  path: string;
  isFromBrowser: boolean;
};
export type AddRoute = (
  path: string,
  handler: (call: ApiCall) => Promise<unknown>,
  options?: { allowsBrowser: boolean },
) => void;
type IntentApiDependencies = { db: Db; clock: Clock; publicUrl: string; get: AddRoute; post: AddRoute };

const FROM_BROWSER = { allowsBrowser: true };

/** The calls for PaymentIntents and SetupIntents. A browser may read and confirm an intent whose secret it knows. */
export function addIntentRoutes({ db, clock, publicUrl, get, post }: IntentApiDependencies): void {
  const addReads = (path: string, name: 'payment_intent' | 'setup_intent') => {
    get(path, ({ form }) => listObjects(db, name, path, parseListParameters(form)));
    get(
      `${path}/:id`,
      async (call) => {
        await requireClientSecret(call, name);
        return loadObject(db, name, call.param('id'));
      },
      FROM_BROWSER,
    );
  };
  const requireClientSecret = async (call: ApiCall, name: 'payment_intent' | 'setup_intent') => {
    if (!call.isFromBrowser) return;
    const { client_secret } = await loadObject(db, name, call.param('id'));
    if (client_secret === null || call.form.client_secret !== client_secret) {
      throw invalidParameter('The client_secret provided does not match this object.', 'client_secret');
    }
  };
  const confirmation = ({ form }: ApiCall) => {
    const { client_secret: _secret, ...parameters } = form;
    return parseParameters(ConfirmParameters, parameters);
  };

  post('/v1/payment_intents', async ({ form }) => {
    const input = parseParameters(PaymentIntentParameters, form);
    const intent = await createPaymentIntent(db, clock.now(), input);
    return input.confirm ? confirmPaymentIntent(db, clock.now(), intent.id, null, publicUrl) : intent;
  });
  post(
    '/v1/payment_intents/:id/confirm',
    async (call) => {
      await requireClientSecret(call, 'payment_intent');
      const { payment_method } = confirmation(call);
      return confirmPaymentIntent(db, clock.now(), call.param('id'), payment_method, publicUrl);
    },
    FROM_BROWSER,
  );
  post('/v1/payment_intents/:id/cancel', ({ form, param }) => {
    const { cancellation_reason } = parseParameters(CancelParameters, form);
    return cancelPaymentIntent(db, clock.now(), param('id'), cancellation_reason);
  });
  post('/v1/payment_intents/:id', ({ form, param }) =>
    updatePaymentIntent(db, param('id'), parseParameters(PaymentIntentUpdateParameters, form)),
  );
  addReads('/v1/payment_intents', 'payment_intent');

  post('/v1/setup_intents', async ({ form }) => {
    const input = parseParameters(SetupIntentParameters, form);
    const intent = await createSetupIntent(db, clock.now(), input);
    return input.confirm ? confirmSetupIntent(db, clock.now(), intent.id, null) : intent;
  });
  post(
    '/v1/setup_intents/:id/confirm',
    async (call) => {
      await requireClientSecret(call, 'setup_intent');
      return confirmSetupIntent(db, clock.now(), call.param('id'), confirmation(call).payment_method);
    },
    FROM_BROWSER,
  );
  post('/v1/setup_intents/:id/cancel', ({ form, param }) => {
    const { cancellation_reason } = parseParameters(CancelParameters, form);
    return cancelSetupIntent(db, clock.now(), param('id'), cancellation_reason);
  });
  addReads('/v1/setup_intents', 'setup_intent');
}
