import type { Hono } from 'hono';
import type { Config } from '../../src/contract/config.ts';
import { rejectOtherMethods } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { readTextBody } from '../http/json-body.ts';
import { openApiDocument } from '../http/openapi.ts';

/** What is not a call of the contract: configuration, OpenAPI document, and the payment provider's webhook. */
export function mountSiteRoutes(
  app: Hono<AppEnv>,
  { payments, settings }: HandlerDependencies,
  config: Config,
): void {
  const document = openApiDocument(settings.publicUrl);

  app.get('/config.json', (context) => {
    context.header('cache-control', 'no-cache');
    return context.json(config);
  });
  app.get('/api/openapi.json', (context) => {
    context.header('cache-control', 'no-cache');
    return context.json(document);
  });
  app.post('/webhooks/stripe', async (context) => {
    // The signature is over the bytes as they came: nothing may parse them first.
    await payments.handleWebhook(await readTextBody(context.req.raw), context.req.header('stripe-signature'));
    return context.json({ received: true });
  });
  rejectOtherMethods(app, '/config.json', ['GET']);
  rejectOtherMethods(app, '/api/openapi.json', ['GET']);
  rejectOtherMethods(app, '/webhooks/stripe', ['POST']);
}
