import type { Logger } from 'pino';
import { PASSWORD_COST } from './password-cost.ts';
import { takeHashTurn } from './passwords.ts';

/** Below it, guessing with a copy of the database is cheap; above it, a few logins at once keep each other waiting. */
const USUAL_MS = { from: 40, to: 2000 };

/** Logs how long this machine needs for one password, so that operators see whether its cost suits the machine. */
export async function reportHashTime(log: Logger): Promise<void> {
  try {
    const measured = { ms: Math.round(await measureHash()), ...PASSWORD_COST };
    if (measured.ms < USUAL_MS.from) log.warn(measured, 'a password hash takes little time on this machine');
    else if (measured.ms > USUAL_MS.to)
      log.warn(measured, 'a password hash takes long: a slow or busy machine');
    else log.info(measured, 'time of a password hash');
  } catch (error) {
    log.warn({ err: error }, 'the time of a password hash was not measured');
  }
}

/** In milliseconds. It waits like a login of a stranger. */
function measureHash(): Promise<number> {
  return takeHashTurn({ isKnown: false, rank: 0 }, async (hasher) => {
    // The first hash starts the thread.
    await hasher.hash('');
    const started = performance.now();
    await hasher.hash('');
    return performance.now() - started;
  });
}
