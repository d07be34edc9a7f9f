import { randomBytes } from 'node:crypto';
import type * as v from 'valibot';
import type { Db } from '../../db/database.ts';
import { toUnixSeconds } from './clock.ts';
import { newId } from './ids.ts';
import { updateMetadata } from './metadata.ts';
import type { WebhookEndpoint } from './object-schemas.ts';
import type { WebhookEndpointParameters, WebhookEndpointUpdateParameters } from './parameter-schemas.ts';
import { deleteObject, loadObject, saveObject } from './queries/objects.ts';

/** Registers an endpoint. The sandbox itself delivers its webhooks only to this server. */
export async function createWebhookEndpoint(
  db: Db,
  now: Date,
  { metadata, ...input }: v.InferOutput<typeof WebhookEndpointParameters>,
): Promise<WebhookEndpoint & { secret: string }> {
  const endpoint = await saveObject<WebhookEndpoint>(db, {
    id: newId('webhook_endpoint'),
    object: 'webhook_endpoint',
    created: toUnixSeconds(now),
    livemode: false,
    metadata: updateMetadata({}, metadata),
    status: 'enabled',
    ...input,
  });
  // As at Stripe, only the response to the creation contains the secret.
  return { ...endpoint, secret: `whsec_${randomBytes(16).toString('hex')}` };
}

export function updateWebhookEndpoint(
  db: Db,
  id: string,
  { disabled, metadata, ...changes }: v.InferOutput<typeof WebhookEndpointUpdateParameters>,
): Promise<WebhookEndpoint> {
  return db.transaction(async (tx) => {
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

export async function deleteWebhookEndpoint(db: Db, id: string) {
  await loadObject(db, 'webhook_endpoint', id);
  await deleteObject(db, id);
  return { id, object: 'webhook_endpoint', deleted: true };
}
