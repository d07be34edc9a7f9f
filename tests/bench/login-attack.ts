import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../support/postgres.ts';
import { spawnServer } from '../support/spawned-server.ts';

/**
 * `npm run bench:login-attack` floods the login with 20 attackers and measures whether the owner can log in on a device
 * that has logged in before, and on new devices. `SECONDS` is the duration of each attack, `NETWORK` selects one of
 * the networks in login-attackers.ts, and `EMBEDDED=1` uses the embedded database.
 */
const SECONDS = Number(process.env.SECONDS ?? 600);
const NETWORKS = process.env.NETWORK?.split(',') ?? ['fixed', 'proxied', 'unlimited'];
const KNOWN_TRIES = 17;
const NEW_TRIES = 10;
const OWNER = { name: 'Ada Byrne', phoneNumber: '1', email: 'ada@example.ie', password: 'parcel-secret-1' };

type Try = { status: number | undefined; ms: number };

for (const network of NETWORKS) await measureAttack(network);

async function measureAttack(network: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'send-login-attack-'));
  const cluster = process.env.EMBEDDED === '1' ? undefined : await startPostgres();
  const server = spawnServer(
    {
      DATA_DIR: dataDir,
      RATE_LIMITS: 'on',
      ...(cluster === undefined ? {} : { DATABASE_URL: cluster.url }),
      ...(network === 'proxied' ? { TRUST_PROXY: '127.0.0.2' } : {}),
    },
    ['dist/server/main.js'],
  );
  const url = await server.url;
  const from = (n: number) =>
    network === 'proxied'
      ? { localAddress: '127.0.0.2', forwardedFor: `192.0.2.${n}` }
      : { localAddress: `127.0.9.${n}`, forwardedFor: '' };
  const { cookie } = await call(url, 'users/create/send', OWNER, from(1));

  const attackers = spawn(process.execPath, ['--import', 'tsx', 'tests/bench/login-attackers.ts'], {
    env: { ...process.env, URL: url, OWNER: OWNER.email, NETWORK: network },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let counts = '';
  attackers.stdout.on('data', (chunk: Buffer) => {
    counts += chunk.toString();
  });
  await pause(5000);
  const step = ((SECONDS - 5) * 1000) / (KNOWN_TRIES + NEW_TRIES);
  const known: Try[] = [];
  const unknown: Try[] = [];
  const loads: number[] = [];
  for (let n = 0; n < KNOWN_TRIES + NEW_TRIES; n++) {
    const next = pause(step);
    loads.push(loadavg()[0] ?? 0);
    const isNew = Math.floor(((n + 1) * NEW_TRIES) / (KNOWN_TRIES + NEW_TRIES)) > unknown.length;
    if (isNew) unknown.push(await call(url, 'users/login', OWNER, from(10 + n)));
    else known.push(await call(url, 'users/login', OWNER, from(2), cookie));
    await next;
  }
  attackers.kill('SIGTERM');
  await once(attackers, 'close');
  console.info(`${network}, ${SECONDS} s, load ${text(loads)}: attackers' responses ${counts.trim()}`);
  console.info(`  known device: ${within(known, 2000)} within 2 s; ms ${text(known.map(({ ms }) => ms))}`);
  console.info(
    `  new devices: ${within(unknown, 10_000)} within 10 s; ms ${text(unknown.map(({ ms }) => ms))}`,
  );
  await server.kill('SIGTERM');
  await cluster?.stop();
  rmSync(dataDir, { recursive: true });
}

function within(tries: Try[], limit: number): string {
  const failed = tries.filter(({ status }) => status !== 200).map(({ status }) => status);
  const fast = tries.filter(({ status, ms }) => status === 200 && ms <= limit).length;
  return `${fast} of ${tries.length}${failed.length > 0 ? ` (refused: ${failed.join(' ')})` : ''}`;
}

function text(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return `${at(0)} to ${at(1)}, median ${at(0.5)}`;
}

function call(
  url: string,
  path: string,
  body: unknown,
  { localAddress, forwardedFor }: { localAddress: string; forwardedFor: string },
  cookie = '',
): Promise<Try & { cookie: string }> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/${path}`, {
      method: 'POST',
      localAddress,
      agent: false,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor, cookie },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      const device = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      const ms = performance.now() - started;
      response.on('end', () => resolve({ status: response.statusCode, ms, cookie: device }));
    });
    sent.end(JSON.stringify(body));
  });
}
