import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findPostgres } from '../support/find-postgres.ts';
import type { SpawnedServer } from '../support/spawned-server.ts';

const CLIENTS = 16;

export type BenchCall = {
  name: string;
  method: 'GET' | 'POST';
  /** Chosen again for each request, so that a large table is read at many places. */
  path: () => string;
  body?: string;
  status: number;
};
export type Load = { perSecond: number; cpuMicroseconds: number; p99Ms: number };

/** Responses per second, and the processor time and the 99th percentile of the duration of each, with a fixed number of clients that wait for one response each. */
export async function measure(server: SpawnedServer, call: BenchCall, seconds: number): Promise<Load> {
  const origin = await server.url;
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  // The app sends an idempotency key with each request that creates a record.
  const headers = () => ({ 'content-type': 'application/json', 'idempotency-key': randomUUID() });
  const options = (): RequestOptions => ({
    agent,
    method: call.method,
    headers: call.body === undefined ? {} : headers(),
  });
  const times: number[] = [];
  const cpuBefore = processorMilliseconds(server);
  const started = performance.now();
  const end = started + seconds * 1000;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (performance.now() < end) {
      const sentAt = performance.now();
      const sent = request(origin + call.path(), options()).end(call.body);
      const [response] = await once(sent, 'response');
      response.resume();
      await once(response, 'end');
      if (response.statusCode !== call.status) throw new Error(`${call.name}: ${response.statusCode}`);
      times.push(performance.now() - sentAt);
    }
  });
  await Promise.all(clients);
  agent.destroy();
  return {
    perSecond: times.length / ((performance.now() - started) / 1000),
    cpuMicroseconds: (1000 * (processorMilliseconds(server) - cpuBefore)) / times.length,
    p99Ms: times.sort((a, b) => a - b)[Math.floor(0.99 * times.length)] ?? Number.NaN,
  };
}

/** User and system time of a process on Linux, whose clock ticks take 10 ms; NaN on other systems. */
function processorMilliseconds({ child }: SpawnedServer): number {
  const path = `/proc/${child.pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  const fields = readFileSync(path, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/**
 * Transactions per second of PostgreSQL's own benchmark with the same statements, or a reason why there are none. Debian
 * has the program in postgresql-client or postgresql-contrib.
 */
export async function measureWithPgbench(
  databaseUrl: string,
  statements: string,
  seconds: number,
): Promise<number | string> {
  const { folder } = await findPostgres();
  const folders = [folder, ...(process.env.PATH ?? '').split(delimiter)];
  const program = folders.map((each) => join(each, 'pgbench')).find((path) => existsSync(path));
  if (program === undefined) return 'pgbench is not installed';
  const directory = mkdtempSync(join(tmpdir(), 'send-pgbench-'));
  const script = join(directory, 'script.sql');
  writeFileSync(script, statements);
  const options = ['--no-vacuum', '--protocol=extended', `--client=${CLIENTS}`, '--jobs=2'];
  const args = [...options, `--time=${seconds}`, `--file=${script}`, databaseUrl];
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  rmSync(directory, { recursive: true });
  const [, tps] = /^tps = ([\d.]+) \(without/m.exec(stdout) ?? [];
  return tps === undefined ? `pgbench failed: ${stderr.trim()}` : Number(tps);
}
