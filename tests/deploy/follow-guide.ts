import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommands, runCommands } from './guide.ts';

/** Runs in a copy of the machine, as root: follows docs/deploy.md and then uses the server. */
const HERE = import.meta.dirname;
const CERTIFICATE = '/etc/ssl/send/fullchain.pem';
const SETTINGS = '/etc/send/send.env';
const SMTP_URL = 'smtp://127.0.0.1:2525';
/** The machine may have a PostgreSQL with its own data. The copy contains that data too. */
const EMPTY_DATABASE = `
for cluster in $(pg_lsclusters --no-header | awk '{ print $1 "/" $2 }'); do
  pg_dropcluster "\${cluster%/*}" "\${cluster#*/}"
done
pg_createcluster "$(ls /usr/lib/postgresql | sort --numeric | tail -n 1)" main
systemctl start postgresql`;

prepareMachine();
const steps = readCommands('On a Debian server');
for (const commands of steps) {
  await runCommands(commands, { REPOSITORY: `file://${process.cwd()}`, CURL_CA_BUNDLE: CERTIFICATE });
  if (commands.includes('apt-get')) await runCommands(EMPTY_DATABASE);
  // The guide says here that the file must be edited. There is no account at Stripe, so this is a demonstration.
  if (commands.includes('deploy/send.env')) editSettings({ SMTP_URL, SANDBOX: '1' });
}
console.info(`\nThe ${steps.length} command blocks of the guide have succeeded.`);
// This runs in a separate process, because Node reads the certificates that it trusts when it starts.
const customer = spawn(process.execPath, ['--import', 'tsx', join(HERE, 'use-server.ts')], {
  stdio: 'inherit',
  env: { ...process.env, NODE_EXTRA_CA_CERTS: CERTIFICATE },
});
const [code] = await once(customer, 'exit');
process.exitCode = code ?? 1;

/** A copy of a machine differs from a Debian server: it has no systemd and no DNS. */
function prepareMachine(): void {
  copyFileSync(join(HERE, 'systemctl'), '/usr/local/sbin/systemctl');
  // Packages must not start their services during installation.
  writeFileSync('/usr/sbin/policy-rc.d', '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  appendFileSync('/etc/hosts', '\n127.0.0.1 send.example\n');
}

function editSettings(values: Record<string, string>): void {
  let text = readFileSync(SETTINGS, 'utf8');
  for (const [name, value] of Object.entries(values)) {
    text = text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`);
  }
  writeFileSync(SETTINGS, text);
}
