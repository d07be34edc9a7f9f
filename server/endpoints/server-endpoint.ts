import type * as v from 'valibot';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints, type ParamNames } from '../../src/contract/endpoints.ts';
import type { AccountDependencies, Client } from '../accounts/account-dependencies.ts';
import type { Session } from '../accounts/sessions.ts';
import type { CoreDependencies, Mailer, Places } from '../dependencies.ts';
import type { Read, ReadDependencies } from '../http/read-position.ts';
import type { Serialized, StreamedJson } from '../http/streamed-json.ts';
import type { Payments } from '../payments/payments.ts';
import type { Operator } from '../queries/audit.ts';
import { AddressPage, DeliveryPage, PaymentPage } from '../queries/pagination.ts';

/** A response that is not JSON, with its type, such as CSV. */
export class TextBody {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

/** A call that the server mounts and documents: of the contract's table, or of the operators' table. */
export type ServerEndpoint = Omit<Endpoint, 'base' | 'auth' | 'idempotent'> & {
  base: Endpoint['base'] | 'ops';
  /** Whether a customer's token is required, or the token of an operator. */
  auth: boolean | 'operator';
  /** The query parameters. Other parameters are ignored, or rejected if the schema is strict. */
  query?: v.GenericSchema & { entries: Readonly<Record<string, v.GenericSchema>> };
  /** Whether the body may be empty, which means the same as `{}`. */
  isBodyOptional?: true;
  /** Whether the call carries an `Idempotency-Key`, or has to. */
  idempotent?: true | 'required';
  /** The type of the response; JSON unless it is given. */
  contentType?: 'text/html';
};
export type EndpointTable<T> = Readonly<Record<keyof T, ServerEndpoint>>;

/** A parsed request for its handler. It contains only those parts of HTTP that the table defines. */
export type Call<E extends ServerEndpoint> = Client & {
  params: Record<ParamNames<E['path']>, string>;
  query: E extends { query: infer S extends v.GenericSchema } ? v.InferOutput<S> : undefined;
  body: E extends { body: infer S extends v.GenericSchema } ? v.InferOutput<S> : undefined;
  /** The session of a call that requires a customer's token. */
  session: E['auth'] extends true ? Session : undefined;
  /** The operator who calls, and the address, as the audit log records them. */
  operator: E['auth'] extends 'operator' ? Operator : undefined;
  /** The `Origin` header, if the browser sent one. */
  origin: string | undefined;
  /** Reads from a replica, if there is one that is current enough. */
  read: Read;
  idempotencyKey: E['idempotent'] extends 'required' ? string : string | undefined;
  /** The `If-Match` header: the version that the client changes. */
  ifMatch: string | undefined;
  setHeader(name: string, value: string): void;
  /** Adds the Link header to the next page of a list, which begins after this row. */
  linkToNext(after: string | number): void;
};

/** What a handler returns. A call with an empty response ignores it. */
type Result<T> = object extends T ? unknown : Serialized<T> | StreamedJson<T> | TextBody;
export type Handler<E extends ServerEndpoint> = (
  call: Call<E>,
) => Promise<Result<v.InferOutput<E['response']>>>;
/** A handler for every call of a table; a missing one does not compile. */
export type HandlersOf<T extends EndpointTable<T>> = { [N in keyof T]: Handler<T[N]> };

/** The contract's table, with the query parameters of its lists. */
export const customerEndpoints = {
  ...endpoints,
  listAddresses: { ...endpoints.listAddresses, query: AddressPage },
  listDeliveryRequests: { ...endpoints.listDeliveryRequests, query: DeliveryPage },
  listPayments: { ...endpoints.listPayments, query: PaymentPage },
} as const satisfies Record<EndpointName, ServerEndpoint>;

type CustomerEndpoints = typeof customerEndpoints;
export type EndpointCall<V extends EndpointName> = Call<CustomerEndpoints[V]>;
export type Handlers = HandlersOf<CustomerEndpoints>;

/** The database with its replica, the time, the log and the external services. */
export type ServerDependencies = CoreDependencies &
  Omit<ReadDependencies, 'settings'> & {
    mail: Mailer;
    payments: Payments;
    places: Places;
  };

/** The dependencies of every handler: the external services, and objects that are created from them once at start. */
export type HandlerDependencies = ServerDependencies &
  AccountDependencies & {
    headers: Record<string, string>;
  };
