import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm run test:deploy`: follows docs/deploy.md in a throw-away copy of this machine, with the committed state of
 * this repository. It needs root on Debian, and the package registries.
 */
if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.error(
    'npm run test:deploy needs root on Debian, because it installs packages in a copy of the machine.',
  );
  process.exit(1);
}
const copy = mkdtempSync(join(tmpdir(), 'send-machine-'));
const machine = join(import.meta.dirname, 'machine.sh');
const guide = [process.execPath, '--import', 'tsx', join(import.meta.dirname, 'follow-guide.ts')];
const child = spawn(
  'unshare',
  [
    '--mount',
    '--pid',
    '--ipc',
    '--fork',
    '--kill-child',
    'bash',
    machine,
    copy,
    'env',
    '-C',
    process.cwd(),
    ...guide,
  ],
  { stdio: 'inherit' },
);
// A signal ends this process but not the copy, which is a separate process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGKILL'));
const [code] = await once(child, 'exit');
rmSync(copy, { recursive: true, force: true });
process.exitCode = code ?? 1;
