import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './listen-locally.ts';
import { unprivilegedIdentity } from './postgres.ts';

/** The path of an installed PgBouncer, as Debian's package contains it. */
export function findPgBouncer(): string | undefined {
  const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));
}

/** Starts PgBouncer in front of a database. It opens few connections, so that clients have to share them. */
export async function startPgBouncer(program: string, databaseUrl: string, mode: 'transaction' | 'session') {
  const home = mkdtempSync(join(tmpdir(), 'send-pgbouncer-'));
  const identity = unprivilegedIdentity();
  const url = new URL(databaseUrl);
  const port = await freePort();
  writeFileSync(join(home, 'users.txt'), `"${url.username}" "${url.password}"\n`);
  const config = join(home, 'pgbouncer.ini');
  writeFileSync(
    config,
    `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(home, 'users.txt')}
pool_mode = ${mode}
default_pool_size = ${mode === 'transaction' ? 3 : 50}
`,
  );
  if (identity) {
    for (const name of ['', ...readdirSync(home)]) chownSync(join(home, name), identity.uid, identity.gid);
  }
  const child = spawn(program, [config], { ...identity, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PgBouncer did not start:\n${log}`)));
    child.stderr.on('data', (chunk) => {
      log += String(chunk);
      if (log.includes('process up')) resolve();
    });
  });
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'close');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
