import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from './listen-locally.ts';
import { untilReachable } from './nginx.ts';

/** The path of an installed Caddy. */
export function findCaddy(): string | undefined {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'caddy')).find((path) => existsSync(path));
}

/** Starts Caddy with the configuration of the guide, but without TLS, on a free port and in front of this server. */
export async function startCaddy(program: string, upstream: number) {
  const home = mkdtempSync(join(tmpdir(), 'send-caddy-'));
  const [port, admin] = [await freePort(), await freePort()];
  const config = join(home, 'Caddyfile');
  const site = readFileSync('deploy/Caddyfile', 'utf8');
  writeFileSync(config, site.replace('} {\n', '} {\n\tbind 127.0.0.1\n'));
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      HOME: home,
      CADDY_ADMIN: `127.0.0.1:${admin}`,
      SEND_DOMAIN: url,
      SEND_SERVERS: `127.0.0.1:${upstream}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = () => child.kill('SIGTERM');
  process.once('exit', stop);
  const log = text(child.stderr);
  const ended = once(child, 'exit').then(async () => {
    throw new Error(`Caddy did not start:\n${await log}`);
  });
  ended.catch(() => {});
  await Promise.race([ended, untilReachable(port)]);
  return {
    url,
    /** Resolves with everything that Caddy has logged. */
    async stop(): Promise<string> {
      process.off('exit', stop);
      stop();
      await ended.catch(() => {});
      rmSync(home, { recursive: true, force: true });
      return log;
    },
  };
}
