import type { Hono } from 'hono';
import type { Config } from '../../src/contract/config.ts';
import { CONFIG_MARKER } from '../../src/contract/constants.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { openApiDocument } from '../endpoints/openapi.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { readTextBody } from '../http/json-body.ts';
import { rejectOtherMethods } from '../http/reject-other-methods.ts';

const SECURITY_TXT = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. */
const SECURITY_TXT_LIFE_MS = 180 * 24 * 3600_000;

/** Routes outside the contract: configuration, OpenAPI document, security.txt, and the payment provider's webhook. */
export function mountSiteRoutes(
  app: Hono<AppEnv>,
  { clock, payments, settings }: HandlerDependencies,
  config: Config,
): void {
  // Neither changes while the process runs, so each is serialized once.
  for (const [path, content] of Object.entries({
    '/config.json': { app: CONFIG_MARKER, ...config },
    '/api/openapi.json': openApiDocument(settings.publicUrl),
  })) {
    const text = JSON.stringify(content);
    app.get(path, (context) =>
      context.body(text, 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' }),
    );
  }
  app.get(SECURITY_TXT, (context) => {
    if (settings.securityContact === undefined) throw new ApiError(404, 'NOT_FOUND');
    const expires = new Date(clock.now().getTime() + SECURITY_TXT_LIFE_MS).toISOString();
    context.header('cache-control', 'no-cache');
    return context.text(
      [
        `Contact: ${settings.securityContact}`,
        `Expires: ${expires}`,
        `Canonical: ${settings.publicUrl}${SECURITY_TXT}`,
        'Preferred-Languages: en',
        '',
      ].join('\n'),
    );
  });
  app.post('/webhooks/stripe', async (context) => {
    // The signature covers the raw bytes, so nothing may parse the body first.
    await payments.handleWebhook(await readTextBody(context.req.raw), context.req.header('stripe-signature'));
    return context.json({ received: true });
  });
  rejectOtherMethods(app, '/config.json', ['GET']);
  rejectOtherMethods(app, '/api/openapi.json', ['GET']);
  rejectOtherMethods(app, '/webhooks/stripe', ['POST']);
}
