import assert from 'node:assert/strict';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { apiAt, callEndpoint } from '../support/call-endpoint.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { orderPayAndTrack, register } from './customer.ts';
import { readCommands, runCommands } from './guide.ts';
import { assembleImage } from './image.ts';
import { startLoad } from './load.ts';

/** Runs in the copy of the machine after the guide: uses the server, updates it, and runs it as a container does. */
const URL = 'https://send.example';
const RELEASE = realpathSync('/opt/send');
const settings = readSettings('/etc/send/send.env');
const opsToken = settings.OPS_TOKEN ?? '';
const emails: string[] = [];
startMailServer();

const token = await register(URL, 'aoife@example.ie');
const reference = await orderPayAndTrack(URL, token, opsToken);
console.info(`✓ ordered, paid and tracked ${reference} through nginx and three processes`);

await callEndpoint(apiAt(URL), 'sendEmailCode', { body: { email: 'aoife@example.ie' } });
await waitFor(() => emails.some((email) => email.includes('Your Send code')), 'the email with the code');
assert(emails.every((email) => email.includes('From: Send <no-reply@send.example>')));
console.info('✓ the mail server received the password code');

await expectNotFound('/metrics', '/readyz');
console.info('✓ probes and metrics are not public');

const load = startLoad(URL, token);
for (const commands of readCommands('Update')) await runCommands(commands);
const { requests, failures } = await load.stop();
assert.deepEqual(failures, []);
assert(requests > 100, `only ${requests} requests`);
console.info(`✓ restarted three processes under load: ${requests} requests, none failed`);

await runCommands(`cd /opt/send && npm run --silent ops -- list >/dev/null`, {
  OPS_TOKEN: opsToken,
  SERVER: 'http://127.0.0.1:8081',
});
console.info('✓ the command line tools work without development dependencies');

for (const commands of readCommands('Backup')) await runCommands(commands);
// As cron runs it, which ends the command at a percent sign that is not escaped.
const [, nightly = ''] = /^30 3 \* \* \* send (.*)$/m.exec(readFileSync('/etc/cron.d/send', 'utf8')) ?? [];
writeFileSync('/tmp/nightly', nightly.replace(/(?<!\\)%.*/, '').replaceAll('\\%', '%'));
await runCommands(`
  runuser -u send -- sh /tmp/nightly
  cd /opt/send
  su postgres -c 'createdb --owner send restored'
  runuser -u send -- env 'DATABASE_URL=postgres://send@localhost/restored?host=/var/run/postgresql' \\
    node dist/server/restore.js "$(ls /var/backups/send/*.gz)"
  test "$(su postgres -c 'psql --tuples-only restored -c "select email from users"' | xargs)" = aoife@example.ie
`);
console.info('✓ backed up the running system and restored it into another database');

await runImageBetweenCaddyAndPgBouncer();
process.exit(0);

/**
 * The files of the Dockerfile's last stage, behind Caddy with deploy/Caddyfile, on PostgreSQL behind PgBouncer. The copy
 * of the machine installs both, so the machine itself needs neither.
 */
async function runImageBetweenCaddyAndPgBouncer(): Promise<void> {
  await runCommands('nginx -s stop && apt-get install --yes caddy pgbouncer');
  await runCommands(`su postgres -c "psql -c \\"alter role send password 'image'\\""`);
  const image = assembleImage(RELEASE);
  const [build = ''] = readCommands('On a Debian server').filter((commands) => commands.includes('npm ci'));
  const npmCommands = image.commands.filter((command) => command.startsWith('npm '));
  assert(npmCommands.length === 2 && npmCommands.every((command) => build.includes(`${command}\n`)));

  const direct = 'postgres://send:image@127.0.0.1:5432/send';
  const pooler = await startPgBouncer('/usr/sbin/pgbouncer', direct, 'transaction');
  const port = '8091';
  const server = image.start({
    ...settings,
    PORT: port,
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: direct,
    TRUST_PROXY: '127.0.0.1',
  });
  await waitFor(() => image.isHealthy(port), 'the health check of the image');
  console.info('✓ the files of the image run as another user, read-only, and pass their health check');

  const caddyfile = readFileSync(`${RELEASE}/deploy/Caddyfile`, 'utf8');
  // Without the internet Caddy cannot obtain a certificate.
  const tls = '\ttls /etc/ssl/send/fullchain.pem /etc/ssl/send/privkey.pem\n';
  writeFileSync('/etc/caddy/Caddyfile', caddyfile.replace('} {\n', `} {\n${tls}`));
  await runCommands('caddy start --config /etc/caddy/Caddyfile >/dev/null 2>&1', {
    SEND_SERVERS: `127.0.0.1:${port}`,
  });
  await waitFor(isServed, 'Caddy');
  const ordered = await orderPayAndTrack(URL, token, opsToken);
  console.info(`✓ ordered, paid and tracked ${ordered} through Caddy and PgBouncer in transaction mode`);
  await expectNotFound('/metrics', '/readyz');
  server.kill('SIGTERM');
}

async function isServed(): Promise<boolean> {
  return fetch(`${URL}/config.json`).then(
    (response) => response.ok,
    () => false,
  );
}

async function expectNotFound(...paths: string[]): Promise<void> {
  for (const path of paths) assert.equal((await fetch(URL + path)).status, 404, path);
}

function readSettings(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8').matchAll(/^([A-Z_]+)=(.+)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}

function startMailServer(): void {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      void text(stream).then((email) => {
        emails.push(email);
        done();
      });
    },
  });
  server.listen(2525, '127.0.0.1');
}

async function waitFor(check: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`There was no ${what} within 30 seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
