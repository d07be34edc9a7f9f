import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Only root on Debian or one of its kin may install what is missing. */
export function canUseApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs one Debian package, without starting any service that it brings. */
export function aptInstall(name: string): void {
  console.info(`Installing Debian's ${name} …`);
  // Run level 1 keeps a fresh package from starting its daemon: the tests start their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
