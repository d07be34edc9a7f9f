import { Writable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { Hono } from 'hono';
import * as v from 'valibot';
import { EXAMPLE_DELIVERY } from '../../scripts/contract/example-delivery.ts';
import { codeJobs } from '../../server/accounts/password-recovery.ts';
import { createSessions } from '../../server/accounts/sessions.ts';
import { type AppDependencies, createApp } from '../../server/boot/app.ts';
import { createLogger } from '../../server/boot/logger.ts';
import { readEnvironment } from '../../server/config/environment.ts';
import { migrate } from '../../server/db/migrate.ts';
import type { OpenDatabase } from '../../server/db/open-database.ts';
import type { EmailMessage } from '../../server/dependencies.ts';
import { errorStatuses } from '../../server/endpoints/openapi.ts';
import { operatorEndpoints } from '../../server/endpoints/operator-endpoints.ts';
import { customerEndpoints, type ServerEndpoint } from '../../server/endpoints/server-endpoint.ts';
import { guestEmailJobs, refundEmailJobs } from '../../server/mail/delivery-emails.ts';
import { createLimitedMailer, emailJobs, unlimitedMailer } from '../../server/mail/limited-mailer.ts';
import type { Payments } from '../../server/payments/payments.ts';
import { markPaid } from '../../server/queries/delivery-requests.ts';
import { confirmEmail, findUserByEmail, insertUser, type UserRow } from '../../server/queries/users.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import {
  type EndpointName,
  endpoints,
  type RequestBody,
  type ResponseBody,
} from '../../src/contract/endpoints.ts';
import type { KnownPlace, PlaceMatch } from '../../src/contract/place.ts';
import type { Problem } from '../../src/contract/problem.ts';
import { type CallOptions, sendCall } from './call-endpoint.ts';
import { runDueJobs } from './run-due-jobs.ts';

const OPS_TOKEN = 'operator-of-the-tests-with-32-characters';
const PLACES: Record<string, KnownPlace> = {
  dublin: { label: 'Dublin', latitude: 53.3498, longitude: -6.2603, city: 'Dublin' },
  bray: { label: 'Bray, Co. Wicklow', latitude: 53.2028, longitude: -6.0983, city: 'Bray' },
};

export type CallResult<T> = { status: number; body: T; headers: Headers };
export type TestUser = { user: UserRow; token: string };

/** The application on one database, with an adjustable clock and fake external services that record their calls. */
export async function createApiHarness(
  database: OpenDatabase,
  env: Record<string, string> = {},
  parts: Partial<AppDependencies> = {},
) {
  const { db } = database;
  await migrate(db);
  let now = Date.parse('2026-11-02T10:00:00Z');
  const clock = { now: () => new Date(now) };
  const emails: EmailMessage[] = [];
  const log: string[] = [];
  const outside = {
    isPaymentAway: false,
    isPaymentHanging: false,
    sessions: [] as number[],
    expired: [] as number[],
    deletedCustomers: [] as number[],
  };
  const settings = readEnvironment({ OPS_TOKEN, DEMO: '0', ...env });
  const secret = new Uint8Array(32).fill(7);
  const mail = { send: async (message: EmailMessage) => void emails.push(message) };
  const payments: Payments = {
    async createSession({ origin, ...request }) {
      if (outside.isPaymentHanging) return new Promise(() => {});
      if (outside.isPaymentAway) throw new Error('the provider is away');
      const requestId = 'requestId' in request ? request.requestId : request.guestRequestId;
      outside.sessions.push(requestId);
      return { sessionUrl: `${origin}/pay/${requestId}` };
    },
    async expireSessions(_db, { deliveryRequestId }) {
      if (deliveryRequestId !== null) outside.expired.push(deliveryRequestId);
    },
    listMethods: async () => [],
    chargeSavedCard: unexpectedCall,
    createSetupIntent: unexpectedCall,
    addMethod: unexpectedCall,
    setDefaultMethod: unexpectedCall,
    removeMethod: unexpectedCall,
    listPaymentPage: async () => ({ page: [], last: undefined }),
    findPayment: async () => undefined,
    refresh: async () => {},
    updateCustomer: async () => {},
    operator: {
      refund: unexpectedCall,
      retryRefunds: unexpectedCall,
      settleRefund: unexpectedCall,
      replayEvent: unexpectedCall,
    },
    reportMissingRights: async () => {},
    handleWebhook: unexpectedCall,
    deleteCustomer: async (_db, userId) => void outside.deletedCustomers.push(userId),
    reconcile: async () => {},
    jobs: {},
  };
  const places = {
    match: async (text: string): Promise<PlaceMatch> => {
      const [, place] = Object.entries(PLACES).find(([name]) => text.toLowerCase().includes(name)) ?? [];
      return place ? { kind: 'located', ...place } : { kind: 'unclear', candidates: Object.values(PLACES) };
    },
    routes: new Hono(),
  };
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log.push(String(chunk));
      done();
    },
  });
  const logger = createLogger('info', sink);
  const app = createApp({
    db,
    clock,
    log: logger,
    mail,
    payments,
    places,
    settings,
    secrets: [secret],
    ...parts,
  });
  const { publicUrl, business } = settings;
  const limitedEmail = settings.hasRateLimits
    ? createLimitedMailer({ db, clock, log: logger, mail })
    : unlimitedMailer(mail);
  const email = { db, clock, mail: limitedEmail, secret, publicUrl, business };
  const handlers = {
    ...emailJobs(limitedEmail),
    ...guestEmailJobs(email),
    ...refundEmailJobs(email),
    ...codeJobs(email),
  };
  const sessions = createSessions(db, clock, [secret]);

  const request = async (path: string, init: RequestInit = {}) => app.request(path, init, {});

  /** Sends a request that need not be in the contract. */
  async function send(path: string, init: RequestInit = {}): Promise<CallResult<unknown>> {
    return read(await request(path, init));
  }

  async function fetchEndpoint<V extends EndpointName>(
    endpointName: V,
    options: CallOptions<V>,
  ): Promise<CallResult<unknown>> {
    const endpoint: Endpoint = endpoints[endpointName];
    const result = await read(await sendCall(request, endpointName, options));
    const documented = [
      endpoint.status,
      304,
      500,
      ...errorStatuses(endpointName, customerEndpoints[endpointName]),
    ];
    if (!documented.includes(result.status)) {
      throw new Error(`The OpenAPI document of ${endpointName} lacks the status ${result.status}`);
    }
    return result;
  }

  return {
    db,
    clock,
    emails,
    log,
    outside,
    app,
    request,
    send,
    advanceClock(milliseconds: number) {
      now += milliseconds;
    },
    /** Makes a call that must succeed with the status and the body that the contract describes. */
    async call<V extends EndpointName>(
      endpointName: V,
      options: CallOptions<V> = {},
    ): Promise<CallResult<ResponseBody<V>>> {
      const result = await fetchEndpoint(endpointName, options);
      const endpoint: Endpoint = endpoints[endpointName];
      if (result.status !== endpoint.status) {
        throw new Error(`${endpointName}: ${result.status} ${JSON.stringify(result.body)}`);
      }
      v.parse(endpoint.response, result.body);
      return result as CallResult<ResponseBody<V>>;
    },
    /** Makes a call that must fail with problem JSON. */
    async expectProblem<V extends EndpointName>(
      endpointName: V,
      options: CallOptions<V> = {},
    ): Promise<CallResult<Problem>> {
      const result = await fetchEndpoint(endpointName, options);
      if (result.headers.get('content-type') !== 'application/problem+json') {
        throw new Error(`${endpointName} was not refused: ${result.status} ${JSON.stringify(result.body)}`);
      }
      return result as CallResult<Problem>;
    },
    async status<V extends EndpointName>(endpointName: V, options: CallOptions<V> = {}): Promise<number> {
      return (await fetchEndpoint(endpointName, options)).status;
    },
    async ops(
      method: 'GET' | 'POST',
      path: string,
      body?: unknown,
      token = OPS_TOKEN,
      headers: Record<string, string> = {},
    ) {
      const result = await send(`/ops/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      compareWithTable(method, path, result);
      return result;
    },
    /**
     * Creates a customer with a confirmed address who is logged in. The customer has no password, because hashing one
     * is slow.
     */
    async createUser(name = 'Aoife Brennan'): Promise<TestUser> {
      userCount += 1;
      const user = await insertUser(db, {
        name,
        email: `person${userCount}@example.ie`,
        phoneNumber: '+353 1 555 0100',
        passwordHash: 'none',
        created: clock.now(),
        emailConfirmed: clock.now(),
      });
      if (user === undefined) throw new Error('no user');
      return { user, token: (await sessions.start(db, user, 'Test browser')).jwtToken };
    },
    /** Confirms the address of an account, as its owner does with the link in the email. */
    confirmEmail: async (email: string) => {
      const user = await findUserByEmail(db, email);
      await confirmEmail(db, user?.id ?? 0, clock.now());
    },
    payments: parts.payments ?? payments,
    pay: (requestId: number) => markPaid(db, requestId, clock.now()),
    runJobs: () => runDueJobs({ db, log: logger, handlers }),
    /** The newest mail to an address. Jobs run side by side, so the newest of all may belong to another person. */
    lastEmailTo: (to: string) => emails.findLast((mail) => mail.to === to),
    /** The newest code that was emailed to an address, or NaN. */
    codeEmailedTo: (to: string) =>
      Number(
        emails
          .flatMap((mail) => (mail.to === to ? (/Your code is (\d+)\./.exec(mail.text)?.[1] ?? []) : []))
          .at(-1),
      ),
    close: () => database.close(),
  };
}
export type ApiHarness = Awaited<ReturnType<typeof createApiHarness>>;

async function read(response: Response): Promise<CallResult<unknown>> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
  };
}

/** Fails if the operators' table lacks a call, its status or a field of its response. */
function compareWithTable(method: string, path: string, { status, body, headers }: CallResult<unknown>) {
  const [pathname = ''] = path.split('?');
  const found = Object.entries<ServerEndpoint>(operatorEndpoints).find(
    ([, endpoint]) =>
      endpoint.method === method &&
      new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  if (found === undefined) {
    if (status === 404) return;
    throw new Error(`The operators' table lacks ${method} ${pathname}`);
  }
  if (status === 500) return;
  const [name, endpoint] = found;
  if (![endpoint.status, 304, ...errorStatuses(name, endpoint)].includes(status)) {
    throw new Error(`The entry of ${name} lacks the status ${status}`);
  }
  const isJson = headers.get('content-type') === 'application/json';
  if (status === 200 && isJson && !isDeepStrictEqual(v.parse(endpoint.response, body), body)) {
    throw new Error(`The schema of ${name} lacks a field of ${JSON.stringify(body)}`);
  }
}

let userCount = 0;

async function unexpectedCall(): Promise<never> {
  throw new Error('this test was not meant to reach the payment provider');
}

/** A complete request for a delivery within Dublin. */
export function parcel(
  changes: Partial<RequestBody<'createDeliveryRequest'>> = {},
): RequestBody<'createDeliveryRequest'> {
  return { ...EXAMPLE_DELIVERY, isFragile: false, ...changes };
}
