import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../server/accounts/passwords.ts';
import { createSessions, type Sessions } from '../../server/accounts/sessions.ts';
import { createLogger } from '../../server/boot/logger.ts';
import { type RunningServer, startServer } from '../../server/boot/server.ts';
import { readEnvironment } from '../../server/config/environment.ts';
import { loadSecrets } from '../../server/config/secret.ts';
import type { Db } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { insertUser } from '../../server/queries/users.ts';
import { onBothDatabases } from '../support/databases.ts';
import { CUSTOMER, type HostileRequest, hostileRequest } from '../support/hostile-requests.ts';

/** `npm test` sends 8,000 requests to the two databases together, `npm run test:hostile` 200,000. */
const RUNS = Number(process.env.HOSTILE_REQUESTS ?? 8000) / 2;
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_122);
const PARALLEL = 8;
const OPS_TOKEN = 'operator-of-the-hostile-requests-test';

onBothDatabases('the content of a request never causes a 5xx response', (open) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'send-hostile-'));
  const agent = new Agent({ keepAlive: true });
  const faults: string[] = [];
  let server: RunningServer;
  let db: Db;
  let sessions: Sessions;
  let passwordHash: string;
  beforeAll(async () => {
    const database = await open();
    db = database.db;
    await migrate(db);
    passwordHash = await hashPassword('parcel-secret-1');
    const settings = readEnvironment({
      PORT: '0',
      DEMO: '0',
      RATE_LIMITS: 'off',
      DATA_DIR: dataDir,
      OPS_TOKEN,
    });
    const sink = new Writable({
      write(chunk, _encoding, done) {
        faults.push(String(chunk));
        done();
      },
    });
    server = await startServer(settings, database, createLogger('error', sink));
    const secrets = loadSecrets(settings.sessionSecrets, dataDir);
    sessions = createSessions(db, { now: () => new Date() }, secrets);
  });
  afterAll(async () => {
    agent.destroy();
    await server.close();
    rmSync(dataDir, { recursive: true });
  });

  async function send({ method, path, headers, body }: HostileRequest, token: string) {
    const isCustomer = headers.authorization === `Bearer ${CUSTOMER}`;
    const sentHeaders = isCustomer ? { ...headers, authorization: `Bearer ${token}` } : headers;
    const sent = request(server.url + path, { method, headers: sentHeaders, agent });
    sent.end(body);
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error('no response');
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode ?? 0, isCustomer };
  }

  let customers = 0;
  /**
   * The customers are inserted into the database directly, because hashing a password for each of thousands of
   * customers is slow.
   */
  async function register(): Promise<string> {
    customers += 1;
    const user = await insertUser(db, {
      name: '😀'.repeat(40),
      // Cut to Stripe's twenty characters, this would end with half an emoji.
      phoneNumber: `${'1'.repeat(19)}😀`,
      email: `constructor${customers}@example.ie`,
      passwordHash,
      created: new Date(),
    });
    if (user === undefined) throw new Error('no user');
    return (await sessions.start(db, user, 'Hostile browser')).jwtToken;
  }

  test(`of ${RUNS} hostile requests to every route (REL-15)`, async () => {
    const statuses = new Map<number, number>();
    const refused: string[] = [];
    let asCustomer = 0;
    let unauthorized = 0;
    let full = 0;
    const tokens = [CUSTOMER, CUSTOMER, OPS_TOKEN];
    const requests = fc.sample(hostileRequest(tokens), { numRuns: RUNS, seed: SEED });
    const queue = requests.values();
    // Each worker uses its own customer. Some requests log the customer out or delete the account.
    const worker = async () => {
      let token = await register();
      for (const hostile of queue) {
        const { status, isCustomer } = await send(hostile, token);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (isCustomer) asCustomer += 1;
        if (isCustomer && status === 401 && !hostile.path.includes('login')) {
          unauthorized += 1;
          token = await register();
        }
        // A full queue of password hashes is caused by load and not by content.
        const isFull = status === 503 && /users/.test(hostile.path);
        if (isFull) full += 1;
        else if (status >= 500) refused.push(`${status} ${JSON.stringify(hostile).slice(0, 500)}`);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    console.info(
      `${RUNS} requests, ${asCustomer} as a customer, ${customers} customers, ${full} for a full queue;`,
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    );
    expect(refused).toEqual([]);
    // Requests that all end with 401 would test nothing behind the login.
    expect(unauthorized).toBeLessThan(asCustomer / 10);
    expect(faults).toEqual([]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  }, 3_600_000);
});
