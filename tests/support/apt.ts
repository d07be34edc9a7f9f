import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Only root on Debian or a distribution based on it may install missing packages. */
export function canUseApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs one Debian package without starting its services. */
export function aptInstall(name: string): void {
  console.info(`Installing Debian's ${name} …`);
  // Run level 1 prevents a new package from starting its daemon. The tests start their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
