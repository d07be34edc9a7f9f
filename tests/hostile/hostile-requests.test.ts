import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../server/boot/logger.ts';
import { type RunningServer, startServer } from '../../server/boot/server.ts';
import { readEnvironment } from '../../server/config/environment.ts';
import { migrate } from '../../server/db/migrate.ts';
import { onBothDatabases } from '../support/databases.ts';
import { type HostileRequest, hostileRequest } from '../support/hostile-requests.ts';

/** `npm test` sends 20,000 requests to the two databases together; `npm run test:hostile` ten times as many. */
const RUNS = Number(process.env.HOSTILE_REQUESTS ?? 20_000) / 2;
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_122);
const PARALLEL = 8;
const OPS_TOKEN = 'operator-of-the-hostile-requests-test';

onBothDatabases('no request is answered 5xx because of its content', (open) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'send-hostile-'));
  const agent = new Agent({ keepAlive: true });
  const faults: string[] = [];
  let server: RunningServer;
  beforeAll(async () => {
    const database = await open();
    await migrate(database.db);
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
  });
  afterAll(async () => {
    agent.destroy();
    await server.close();
    rmSync(dataDir, { recursive: true });
  });

  async function send({ method, path, headers, body }: HostileRequest): Promise<IncomingMessage> {
    const sent = request(server.url + path, { method, headers, agent });
    sent.end(body);
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error('no response');
    response.resume();
    await once(response, 'end');
    return response;
  }

  async function call(path: string, token: string, body: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return response.json();
  }

  test(`of ${RUNS} hostile requests to every route (REL-15)`, async () => {
    const registered = await call('users/create/send', '', {
      name: '😀'.repeat(40),
      // Cut to Stripe's twenty characters, this would end with half an emoji.
      phoneNumber: `${'1'.repeat(19)}😀`,
      email: 'constructor@example.ie',
      password: 'parcel-secret-1',
    });
    const token = String(registered.jwtToken);
    const refused: string[] = [];
    const requests = fc.sample(hostileRequest([token, token, OPS_TOKEN]), { numRuns: RUNS, seed: SEED });
    const queue = requests.values();
    const worker = async () => {
      for (const hostile of queue) {
        const { statusCode = 0 } = await send(hostile);
        // A full queue of passwords to hash is a matter of load and not of content.
        const isFull = statusCode === 503 && /users/.test(hostile.path);
        if (statusCode >= 500 && !isFull)
          refused.push(`${statusCode} ${JSON.stringify(hostile).slice(0, 500)}`);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    expect(refused).toEqual([]);
    expect(faults).toEqual([]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  }, 3_600_000);
});
