import { createHash } from 'node:crypto';
import { isSameSecret } from '../../config/operators.ts';
import { SandboxError } from './context.ts';
import { completeObject } from './stripe-types.ts';

export type SandboxKeys = { secretKey: string; publishableKey: string; webhookSecret: string };

/**
 * Rejects every key except the sandbox's own. The message explains why a real key is rejected: the sandbox must never
 * be mistaken for Stripe. `publishable` accepts the key that browsers have.
 */
export function requireValidKey(keys: SandboxKeys, given: string, { publishable = false } = {}): void {
  if (/^(sk|rk|pk)_live_/.test(given)) {
    throw unauthorized(
      'This is a test sandbox. It rejects live keys; set STRIPE_SECRET_KEY to use Stripe itself.',
    );
  }
  if (given === '') throw unauthorized('You did not provide an API key.');
  const allowed = publishable ? [keys.secretKey, keys.publishableKey] : [keys.secretKey];
  if (!allowed.some((key) => isSameSecret(key, given))) throw unauthorized('Invalid API Key provided.');
}

function unauthorized(message: string): SandboxError {
  return new SandboxError(401, { type: 'invalid_request_error', message });
}

/** The account that belongs to the key. */
export function readAccount({ secretKey }: SandboxKeys): object {
  const id = `acct_${createHash('sha256').update(secretKey).digest('hex').slice(0, 16)}`;
  const business = { country: 'IE', default_currency: 'eur', type: 'standard' };
  return completeObject({ id, object: 'account', ...business });
}
