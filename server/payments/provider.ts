import Stripe from 'stripe';
import { errorCode } from '../config/operator-error.ts';
import type { ProviderName } from '../db/payment-schema.ts';
import { ApiError } from '../http/api-error.ts';

export type PaymentProvider = {
  stripe: Stripe;
  name: ProviderName;
  /** Without a webhook secret no webhook is accepted, and only the reconciler finalizes payments. */
  webhookSecret: string | undefined;
  /** Returns the id of the account that the key belongs to; '' if the key may not read it. */
  readAccountId: () => Promise<string>;
};

/** The address of the embedded sandbox, and the path below which it serves Stripe's `/v1`. */
export type SandboxAddress = { host: string; port: number; path: string };

const TIMEOUT_MS = 10_000;
const MAX_RETRIES = 2;
/** For a call that a payment can do without. */
export const SHORT = { timeout: 8000, maxNetworkRetries: 0 } satisfies Stripe.RequestOptions;
/** A customer who returns from the checkout waits for this too. */
const ACCOUNT_TIMEOUT_MS = 1500;
const BUSY_RETRY_AFTER_S = 2;

/** Creates the official SDK for Stripe itself or, with an address, for the embedded sandbox. */
export function createStripeProvider(
  secretKey: string,
  webhookSecret: string | undefined,
  sandbox?: SandboxAddress,
): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    httpClient: createHttpClient(sandbox?.path ?? ''),
    ...(sandbox && { host: sandbox.host, port: sandbox.port, protocol: 'http' }),
  });
  const mode = /^(sk|rk)_live_/.test(secretKey) ? 'live' : 'test';
  return {
    stripe,
    name: sandbox === undefined ? mode : 'sandbox',
    webhookSecret,
    readAccountId: createAccountIdReader(stripe),
  };
}

/** The account of a key never changes, so its id is read once. If the provider does not respond, the next call tries again. */
function createAccountIdReader(stripe: Stripe): () => Promise<string> {
  let accountId: Promise<string> | undefined;
  const read = async () => {
    try {
      return (
        await stripe.accounts.retrieveCurrent({}, { timeout: ACCOUNT_TIMEOUT_MS, maxNetworkRetries: 0 })
      ).id;
    } catch (error) {
      if (isProviderAway(error)) accountId = undefined;
      return '';
    }
  };
  return () => {
    accountId ??= read();
    return accountId;
  };
}

/** The SDK accepts a host and a port but always requests `/v1`, so the path of the sandbox is added before that. */
function createHttpClient(basePath: string): Stripe.HttpClient {
  const http = Stripe.createNodeHttpClient();
  return {
    getClientName: () => http.getClientName(),
    async makeRequest(host, port, path, ...rest) {
      const response = await http.makeRequest(host, port, basePath + path, ...rest);
      const read = response.toJSON.bind(response);
      return Object.assign(response, { toJSON: async () => requireProviderJson(await read()) });
    },
  };
}

/**
 * Every response of the provider is an object that says what it is, or has an error. The SDK would return any other
 * JSON, such as that of a gateway which fails, as if the provider had sent it.
 */
function requireProviderJson(body: unknown): unknown {
  const isOfProvider = typeof body === 'object' && body !== null && ('object' in body || 'error' in body);
  if (!isOfProvider) throw new Error('the response is not from the payment provider');
  return body;
}

/**
 * Converts an error of the provider into an error of our API. It shows the provider's message only if that is meant for
 * the customer (a declined card). Other errors are returned unchanged.
 */
export function translateProviderError(error: unknown): unknown {
  const { errors } = Stripe;
  if (error instanceof errors.StripeCardError) return refused(error.message, 422);
  if (error instanceof errors.StripeRateLimitError) {
    const detail = 'The payment provider is busy. Please try again in a moment.';
    return new ApiError(503, 'PAYMENT_PROVIDER', { detail, retryAfter: BUSY_RETRY_AFTER_S });
  }
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) {
    return refused("The payment provider does not accept our access. We've been notified.");
  }
  if (error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeIdempotencyError) {
    return refused("The payment provider refused this request. We've been notified.");
  }
  if (error instanceof errors.StripeConnectionError) return notResponding();
  if (error instanceof errors.StripeError) {
    return refused('The payment provider has a problem. Please try again in a moment.');
  }
  return error;
}

/** It claims nothing about the card, which an earlier call may have charged. */
export function notResponding(): ApiError {
  return refused('The payment provider did not respond. Please try again in a moment.');
}

function refused(detail: string, status: 422 | 502 = 502): ApiError {
  return new ApiError(status, 'PAYMENT_PROVIDER', { detail });
}

/** Returns the part of an error that may be logged. The request is left out, because it contains names. */
export function toLogFields(error: unknown): Record<string, unknown> {
  if (error instanceof Stripe.errors.StripeError) {
    // The message of a connection that fails names no cause.
    const code = error.code ?? errorCode(error.detail);
    return { type: error.type, code, request: error.requestId, message: error.message };
  }
  return { err: error };
}

/** The provider does not know the object or does not allow the operation. */
export function isInvalidRequest(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

export function isAlreadyRefunded(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded';
}

/** Why the provider refuses a refund, such as `charge_disputed`; undefined if the same call may succeed later. */
export function rejectionReason(error: unknown): string | undefined {
  const { StripeInvalidRequestError, StripeCardError } = Stripe.errors;
  const isFinal = error instanceof StripeInvalidRequestError || error instanceof StripeCardError;
  return isFinal ? (error.code ?? error.message) : undefined;
}

/** The key is restricted and lacks the right to this call. */
export function isPermissionError(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError;
}

/** The provider did not respond, limited the rate, or failed itself. The same call may succeed later. */
export function isProviderAway(error: unknown): boolean {
  const { errors } = Stripe;
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeAPIError
  );
}

/** The provider knows no object with this id: it was deleted there, or the key belongs to another account. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** The tax rate of a line was archived or deleted at the provider. */
export function isTaxRateRefused(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.param?.includes('tax_rates') === true
  );
}
