import type { Hono } from 'hono';
import type { Config } from '../../src/contract/config.ts';
import type { AppEnv } from '../http/context.ts';
import { readText } from '../http/json-body.ts';
import { refuseOtherMethods } from '../http/mount.ts';
import { openApiDocument } from '../openapi.ts';
import { askForLife } from '../queries/health.ts';
import type { World } from '../world.ts';

/** What is not a call of the contract: configuration, document, health, and the provider's webhook. */
export function mountSite(app: Hono<AppEnv>, { db, payments, settings }: World, config: Config): void {
  const document = openApiDocument(settings.publicUrl);

  app.get('/config.json', (context) => {
    context.header('cache-control', 'no-cache');
    return context.json(config);
  });
  app.get('/api/openapi.json', (context) => {
    context.header('cache-control', 'no-cache');
    return context.json(document);
  });
  app.get('/healthz', async (context) => {
    await askForLife(db);
    context.header('cache-control', 'no-store');
    return context.json({ status: 'ok' });
  });
  app.post('/webhooks/stripe', async (context) => {
    // The signature is over the bytes as they came: nothing may parse them first.
    await payments.handleWebhook(await readText(context.req.raw), context.req.header('stripe-signature'));
    return context.json({ received: true });
  });
  refuseOtherMethods(app, '/config.json', ['GET']);
  refuseOtherMethods(app, '/api/openapi.json', ['GET']);
  refuseOtherMethods(app, '/healthz', ['GET']);
  refuseOtherMethods(app, '/webhooks/stripe', ['POST']);
}
