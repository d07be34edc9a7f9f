import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * `npm run test:hostile` sends 200,000 hostile requests. It prints its random seed, with which a run can be repeated.
 */
const seed = process.env.HOSTILE_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
console.info(`HOSTILE_SEED=${seed}`);
const child = spawn('npx vitest run --project hostile', {
  shell: true,
  stdio: 'inherit',
  env: { ...process.env, HOSTILE_REQUESTS: process.env.HOSTILE_REQUESTS ?? '200000', HOSTILE_SEED: seed },
});
const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
