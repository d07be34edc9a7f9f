import { randomBytes } from 'node:crypto';
import type * as v from 'valibot';
import type { Db } from '../../db/database.ts';
import { toUnixSeconds } from './events.ts';
import { newId } from './ids.ts';
import { updateMetadata } from './metadata.ts';
import type { WebhookEndpoint } from './object-schemas.ts';
import type { WebhookEndpointParameters, WebhookEndpointUpdateParameters } from './parameters.ts';
import { deleteObject, loadObject, saveObject } from './queries/objects.ts';
import { invalidParameter } from './stripe-error.ts';

/** Registers an endpoint. The sandbox itself delivers its webhooks only to this server. */
export async function createWebhookEndpoint(
  db: Db,
  now: Date,
  input: v.InferOutput<typeof WebhookEndpointParameters>,
): Promise<WebhookEndpoint & { secret: string }> {
  if (!URL.canParse(input.url)) throw invalidParameter('Invalid URL', 'url');
  const endpoint = await saveObject(db, {
    id: newId('webhook_endpoint'),
    object: 'webhook_endpoint' as const,
    created: toUnixSeconds(now),
    livemode: false as const,
    api_version: null,
    application: null,
    description: input.description,
    enabled_events: Object.values(input.enabled_events),
    metadata: input.metadata,
    status: 'enabled' as const,
    url: input.url,
  });
  // As at Stripe, only the response to the creation contains the secret.
  return { ...endpoint, secret: `whsec_${randomBytes(16).toString('hex')}` };
}

export function updateWebhookEndpoint(
  db: Db,
  id: string,
  input: v.InferOutput<typeof WebhookEndpointUpdateParameters>,
): Promise<WebhookEndpoint> {
  return db.transaction(async (tx) => {
    const endpoint = await loadObject(tx, 'webhook_endpoint', id, { lock: true });
    const { disabled, enabled_events: events } = input;
    if (input.url !== undefined && !URL.canParse(input.url)) throw invalidParameter('Invalid URL', 'url');
    return saveObject(tx, {
      ...endpoint,
      description: input.description ?? endpoint.description,
      enabled_events: events === undefined ? endpoint.enabled_events : Object.values(events),
      metadata: updateMetadata(endpoint.metadata, input.metadata),
      status:
        disabled === undefined ? endpoint.status : disabled ? ('disabled' as const) : ('enabled' as const),
      url: input.url ?? endpoint.url,
    });
  });
}

export async function deleteWebhookEndpoint(db: Db, id: string) {
  await loadObject(db, 'webhook_endpoint', id);
  await deleteObject(db, id);
  return { id, object: 'webhook_endpoint', deleted: true };
}
