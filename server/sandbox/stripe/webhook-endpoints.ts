import { randomBytes } from 'node:crypto';
import type * as v from 'valibot';
import { toUnixSeconds } from './clock.ts';
import { type Context, inTransaction } from './context.ts';
import { newId } from './ids.ts';
import { updateMetadata } from './metadata.ts';
import type { WebhookEndpoint } from './object-schemas.ts';
import type { WebhookEndpointParameters, WebhookEndpointUpdateParameters } from './parameter-schemas.ts';
import { deleteObject, loadObject, saveObject } from './queries/objects.ts';

/** Registers an endpoint. The sandbox itself delivers its webhooks only to this server. */
export async function createWebhookEndpoint(
  context: Context,
  { metadata, ...input }: v.InferOutput<typeof WebhookEndpointParameters>,
): Promise<WebhookEndpoint & { secret: string }> {
  const endpoint = await saveObject<WebhookEndpoint>(context, {
    id: newId('webhook_endpoint'),
    object: 'webhook_endpoint',
    created: toUnixSeconds(context.now),
    metadata: updateMetadata({}, metadata),
    status: 'enabled',
    ...input,
  });
  // As at Stripe, only the response to the creation contains the secret.
  return { ...endpoint, secret: `whsec_${randomBytes(16).toString('hex')}` };
}

export function updateWebhookEndpoint(
  context: Context,
  id: string,
  { disabled, metadata, ...changes }: v.InferOutput<typeof WebhookEndpointUpdateParameters>,
): Promise<WebhookEndpoint> {
  return inTransaction(context, async (tx) => {
    const endpoint = await loadObject(tx, 'webhook_endpoint', id, { lock: true });
    const status = disabled ? ('disabled' as const) : ('enabled' as const);
    return saveObject(tx, {
      ...endpoint,
      ...changes,
      metadata: updateMetadata(endpoint.metadata, metadata),
      status: disabled === undefined ? endpoint.status : status,
    });
  });
}

export async function deleteWebhookEndpoint(context: Context, id: string) {
  await loadObject(context, 'webhook_endpoint', id);
  await deleteObject(context, id);
  return { id, object: 'webhook_endpoint', deleted: true };
}
