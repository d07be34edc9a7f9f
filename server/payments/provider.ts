import Stripe from 'stripe';
import type { ProviderName } from '../db/payment-schema.ts';
import { ApiError } from '../http/api-error.ts';

export type PaymentProvider = {
  stripe: Stripe;
  name: ProviderName;
  /** Without one no webhook can be believed, and only the reconciler settles. */
  webhookSecret: string | undefined;
};

/** Where the embedded sandbox listens, and below which path it has Stripe's `/v1`. */
export type SandboxAddress = { host: string; port: number; path: string };

const TIMEOUT_MS = 10_000;
const MAX_RETRIES = 2;

/** The official SDK, towards Stripe itself or, with an address, towards the embedded sandbox. */
export function createStripeProvider(
  secretKey: string,
  webhookSecret: string | undefined,
  sandbox?: SandboxAddress,
): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    ...(sandbox === undefined ? {} : sandboxConfig(sandbox)),
  });
  const mode = /^(sk|rk)_live_/.test(secretKey) ? 'live' : 'test';
  return { stripe, name: sandbox === undefined ? mode : 'sandbox', webhookSecret };
}

/** The SDK takes a host and a port, but always asks for `/v1`: its HTTP client puts the path before that. */
function sandboxConfig({ host, port, path }: SandboxAddress): Stripe.StripeConfig {
  const http = Stripe.createNodeHttpClient();
  return {
    host,
    port,
    protocol: 'http',
    httpClient: {
      getClientName: () => http.getClientName(),
      makeRequest: (toHost, toPort, toPath, ...rest) =>
        http.makeRequest(toHost, toPort, path + toPath, ...rest),
    },
  };
}

/**
 * Makes a refusal of ours out of the provider's: its own words only where they are meant for the customer
 * (a card that was declined). Anything that is not the provider's failure comes back as it is.
 */
export function translateProviderError(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError) {
    return new ApiError(422, 'PAYMENT_PROVIDER', { detail: error.message });
  }
  if (error instanceof Stripe.errors.StripeError) return new ApiError(502, 'PAYMENT_PROVIDER');
  return error;
}

/** What may be logged of a failure: never the request, which names people. */
export function toLogFields(error: unknown): Record<string, unknown> {
  if (error instanceof Stripe.errors.StripeError) {
    return { type: error.type, code: error.code, request: error.requestId, message: error.message };
  }
  return { err: error };
}

/** The provider knows no such object, or will not do this to it. */
export function isInvalidRequest(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

export function isAlreadyRefunded(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded';
}

/** The key is a restricted one and lacks the right to this call. */
export function isPermissionError(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError;
}
