import { Writable } from 'node:stream';
import { Hono } from 'hono';
import * as v from 'valibot';
import { type AppParts, buildApp } from '../../server/app.ts';
import { createSessions } from '../../server/auth.ts';
import { migrate } from '../../server/db/migrate.ts';
import type { OpenDatabase } from '../../server/db/open.ts';
import { readEnvironment } from '../../server/env.ts';
import { mailJobs } from '../../server/jobs/mail-job.ts';
import { runDueJobs } from '../../server/jobs/runner.ts';
import { createLog } from '../../server/log.ts';
import type { KnownPlace, MailMessage, Payments } from '../../server/ports.ts';
import { markPaid } from '../../server/queries/delivery-requests.ts';
import { insertUser, type UserRow } from '../../server/queries/users.ts';
import {
  type Answer,
  type Body,
  type Endpoint,
  endpoints,
  type Params,
  pathOf,
  type Verb,
} from '../../src/contract/endpoints.ts';
import type { Problem } from '../../src/contract/errors.ts';

const OPS_TOKEN = 'operator-of-the-tests';
const PLACES: Record<string, KnownPlace> = {
  dublin: { latitude: 53.3498, longitude: -6.2603, city: 'Dublin' },
  bray: { latitude: 53.2028, longitude: -6.0983, city: 'Bray' },
};

export type Asked<V extends Verb> = {
  params?: Params<V>;
  body?: Body<V>;
  token?: string;
  key?: string;
  headers?: Record<string, string>;
};
export type Told<T> = { status: number; body: T; headers: Headers };
export type Person = { user: UserRow; token: string };

/** The application on one database, with a clock that can be turned and an outside that keeps notes. */
export async function openApiWorld(
  database: OpenDatabase,
  env: Record<string, string> = {},
  parts: Partial<AppParts> = {},
) {
  const { db } = database;
  await migrate(db);
  let now = Date.parse('2026-11-02T10:00:00Z');
  const clock = { now: () => new Date(now) };
  const mails: MailMessage[] = [];
  const log: string[] = [];
  const outside = { isPaymentAway: false, sessions: [] as number[], expired: [] as number[] };
  const settings = readEnvironment({ OPS_TOKEN, DEMO: '0', ...env });
  const secret = new Uint8Array(32).fill(7);
  const mail = { send: async (message: MailMessage) => void mails.push(message) };
  const payments: Payments = {
    async createSession({ requestId, origin }) {
      if (outside.isPaymentAway) throw new Error('the provider is away');
      outside.sessions.push(requestId);
      return { sessionUrl: `${origin}/pay/${requestId}` };
    },
    async expireSessions(_db, requestId) {
      outside.expired.push(requestId);
    },
    listMethods: async () => [],
    addMethod: unused,
    setDefaultMethod: unused,
    removeMethod: unused,
    listPayments: async () => [],
    handleWebhook: unused,
    reconcile: async () => {},
    jobs: {},
  };
  const places = {
    lookup: async (text: string) =>
      Object.entries(PLACES).find(([name]) => text.toLowerCase().includes(name))?.[1],
    routes: new Hono(),
  };
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log.push(String(chunk));
      done();
    },
  });
  const logger = createLog('info', sink);
  const app = buildApp({ db, clock, log: logger, mail, payments, places, settings, secret, ...parts });
  const sessions = createSessions(db, clock, secret);

  /** Any request at all. */
  async function send(path: string, init: RequestInit = {}): Promise<Told<unknown>> {
    const response = await app.request(path, init, {});
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    };
  }

  async function fetchVerb<V extends Verb>(verb: V, asked: Asked<V>): Promise<Told<unknown>> {
    const endpoint: Endpoint = endpoints[verb];
    const headers = new Headers(asked.headers);
    if (asked.token !== undefined) headers.set('authorization', `Bearer ${asked.token}`);
    if (asked.key !== undefined) headers.set('idempotency-key', asked.key);
    if (endpoint.body !== undefined) headers.set('content-type', 'application/json');
    return send(`/${endpoint.base}/${pathOf(endpoint.path, asked.params ?? {})}`, {
      method: endpoint.method,
      headers,
      ...(endpoint.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    });
  }

  return {
    db,
    clock,
    mails,
    log,
    outside,
    app,
    send,
    pass(milliseconds: number) {
      now += milliseconds;
    },
    /** A call that must succeed, as the contract says it does. */
    async ask<V extends Verb>(verb: V, asked: Asked<V> = {}): Promise<Told<Answer<V>>> {
      const told = await fetchVerb(verb, asked);
      const endpoint: Endpoint = endpoints[verb];
      if (told.status !== endpoint.status) {
        throw new Error(`${verb}: ${told.status} ${JSON.stringify(told.body)}`);
      }
      v.parse(endpoint.response, told.body);
      return told as Told<Answer<V>>;
    },
    /** A call that must be refused, with problem JSON. */
    async refused<V extends Verb>(verb: V, asked: Asked<V> = {}): Promise<Told<Problem>> {
      const told = await fetchVerb(verb, asked);
      if (told.headers.get('content-type') !== 'application/problem+json') {
        throw new Error(`${verb} was not refused: ${told.status} ${JSON.stringify(told.body)}`);
      }
      return told as Told<Problem>;
    },
    async status<V extends Verb>(verb: V, asked: Asked<V> = {}): Promise<number> {
      return (await fetchVerb(verb, asked)).status;
    },
    async ops(method: 'GET' | 'POST', path: string, body?: unknown, token = OPS_TOKEN) {
      return send(`/ops/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
    /** A customer who is signed in; without a password, because hashing one is slow. */
    async somebody(name = 'Aoife Brennan'): Promise<Person> {
      people += 1;
      const user = await insertUser(db, {
        name,
        email: `person${people}@example.ie`,
        phoneNumber: '+353 1 555 0100',
        passwordHash: 'none',
        created: clock.now(),
      });
      if (user === undefined) throw new Error('no user');
      return { user, token: await sessions.issue(user) };
    },
    pay: (requestId: number) => markPaid(db, requestId, clock.now()),
    runJobs: () => runDueJobs({ db, clock, log: logger, handlers: mailJobs(mail) }),
    close: () => database.close(),
  };
}
export type ApiWorld = Awaited<ReturnType<typeof openApiWorld>>;

let people = 0;

async function unused(): Promise<never> {
  throw new Error('this test was not meant to reach the payment provider');
}

/** A complete request for a delivery within Dublin. */
export function parcel(changes: Partial<Body<'createDeliveryRequest'>> = {}): Body<'createDeliveryRequest'> {
  return {
    pickUpSnapshot: { name: '12 Leinster Road, Rathmines', latitude: 53.3243, longitude: -6.2655 },
    dropOffSnapshot: { name: '3 Abbey Street, Howth', latitude: 53.3871, longitude: -6.0654 },
    weight: 30,
    volume: 1.2,
    width: 1.2,
    length: 1,
    height: 1,
    deliveryNote: 'Ring twice',
    deliveryType: 0,
    isPriority: false,
    isFragile: false,
    ...changes,
  };
}
