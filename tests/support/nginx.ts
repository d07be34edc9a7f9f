import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './listen-locally.ts';

/** The path of an installed nginx, as Debian's package contains it. */
export function findNginx(): string | undefined {
  const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path));
}

/**
 * Starts nginx with the configuration of the guide, but without TLS, on a free port and in front of these ports.
 * @param isImpatient whether it waits for responses for a tenth of the time
 */
export async function startNginx(program: string, ports: readonly number[], isImpatient = false) {
  const home = mkdtempSync(join(tmpdir(), 'send-nginx-'));
  const port = await freePort();
  let index = 0;
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/127\.0\.0\.1:808\d/g, () => `127.0.0.1:${ports[index++]}`)
    .replace(/server \{\n {4}listen 80;[\s\S]*?\n\}\n/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ *(ssl_.*|listen \[::\].*)\n/gm, '')
    .replace(/(proxy_(?:read|next_upstream)_timeout \d+)0s/g, isImpatient ? '$1s' : '$&')
    .replaceAll('/var/log/nginx', home)
    .replace('send-error.log crit', 'error.log error');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/${name};`)
    .join('\n');
  const config = join(home, 'nginx.conf');
  writeFileSync(
    config,
    `user ${process.getuid?.() === 0 ? 'root' : 'nobody'};
daemon off;
pid ${home}/nginx.pid;
events { worker_connections 1024; }
http { ${temporary} ${site} }
`,
  );
  const child = spawn(program, ['-c', config, '-e', join(home, 'error.log')], { stdio: 'inherit' });
  const stop = () => child.kill('SIGTERM');
  process.once('exit', stop);
  const ended = once(child, 'exit').then(() => {
    throw new Error('nginx did not start.');
  });
  ended.catch(() => {});
  await Promise.race([ended, untilReachable(port)]);
  return {
    url: `http://127.0.0.1:${port}`,
    readErrors: () => readFileSync(join(home, 'error.log'), 'utf8'),
    async stop() {
      process.off('exit', stop);
      stop();
      await ended.catch(() => {});
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export async function untilReachable(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await pause(50);
  }
}
