import type * as v from 'valibot';
import { EmptyResponse } from './user.ts';

type Schema = v.GenericSchema;

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base; `{name}` is a parameter. */
  path: string;
  base: 'api' | 'hook';
  /** Whether a bearer token is required. Where it is not required, none is sent. */
  auth: boolean;
  body?: Schema;
  response: Schema;
  /** The status of a successful response. */
  status: 200 | 201;
  /** Whether the call carries an `Idempotency-Key`. */
  idempotent?: true;
  /** Whether the call carries the version that it changes in `If-Match`, and fails with 412 if there is a newer one. */
  versioned?: true;
  /** Whether the list supports pagination (`limit`, `after`), with a Link header to the next page. */
  paginated?: true;
  /** Whether a 401 is about the form (a wrong password) and not about the session. */
  refusesWith401?: true;
  /** The error statuses of the call, besides those that follow from the other fields. */
  errors?: readonly number[];
  summary: string;
};

/** The base of an entry whose call has a customer's token. By default it succeeds with 200 and an empty response. */
export function forCustomers<M extends Endpoint['method'], P extends string>(method: M, path: P) {
  return { base: 'api', auth: true, status: 200, response: EmptyResponse, method, path } as const;
}

/** The same for a call without a token. */
export function forEveryone<M extends Endpoint['method'], P extends string>(method: M, path: P) {
  return { base: 'api', auth: false, status: 200, response: EmptyResponse, method, path } as const;
}
