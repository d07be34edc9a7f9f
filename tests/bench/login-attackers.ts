import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A process of its own for `bench:logins`, so that the attackers do not delay the clock of the owner. Each attacker
 * logs in again and again, at other addresses and at the owner's, and closes the connection after 300 ms.
 */
const ATTACKERS = 20;
const GIVE_UP_MS = 300;
/** Without it, the attackers would use up the processor themselves. Each still sends up to 50 logins a second. */
const PAUSE_MS = 20;
const url = process.env.URL ?? '';
const owner = process.env.OWNER ?? '';
/** `fixed`: an address each. `proxied`: behind a trusted proxy, with forged addresses before theirs. `unlimited`: a new address each time. */
const network = process.env.NETWORK ?? 'fixed';

const countByStatus: Record<string, number> = {};
let isOver = false;
process.on('SIGTERM', () => {
  isOver = true;
});
await Promise.all(Array.from({ length: ATTACKERS }, (_, n) => attack(n)));
console.info(JSON.stringify(countByStatus));

async function attack(attacker: number): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const email = n % 2 === 0 ? owner : `nobody${attacker}-${n}@example.ie`;
    const status = await logIn(email, attacker, n);
    countByStatus[status] = (countByStatus[status] ?? 0) + 1;
    await pause(PAUSE_MS);
  }
}

function source(attacker: number, n: number): { localAddress: string; forwardedFor: string } {
  const forged = `10.${n % 250}.${attacker}.${(n * 7) % 250}`;
  if (network === 'proxied') {
    return { localAddress: '127.0.0.2', forwardedFor: `${forged}, 198.51.100.${attacker}` };
  }
  const host =
    network === 'unlimited' ? [n % 250, Math.floor(n / 250) % 250, attacker + 1] : [1, 1, attacker + 1];
  return { localAddress: `127.${host.join('.')}`, forwardedFor: forged };
}

function logIn(email: string, attacker: number, n: number): Promise<string> {
  const { localAddress, forwardedFor } = source(attacker, n);
  return new Promise((resolve) => {
    const call = request(`${url}/api/users/login`, {
      method: 'POST',
      localAddress,
      agent: false,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    call.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.name === 'AbortError' ? 'aborted' : (error.code ?? error.name)),
    );
    call.on('response', (response) => {
      response.resume();
      response.on('error', () => resolve('aborted'));
      response.on('end', () => resolve(String(response.statusCode)));
    });
    call.end(JSON.stringify({ email, password: `guess ${n}` }));
  });
}
