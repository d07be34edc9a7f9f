import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { codeJobs } from '../accounts/password-recovery.ts';
import { reportHashTime } from '../accounts/passwords.ts';
import type { Settings } from '../config/environment.ts';
import { loadSecrets } from '../config/secret.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Clock } from '../dependencies.ts';
import { fillBusinessSettings } from '../http/business-pages.ts';
import { listen } from '../http/listen.ts';
import { createMetrics } from '../http/metrics.ts';
import { listStaticFiles, publishAssets } from '../http/static-files.ts';
import { startBackgroundTasks } from '../jobs/background-tasks.ts';
import { forwardJobs } from '../jobs/forward-job.ts';
import { every } from '../jobs/repeat.ts';
import { deliveryEmailJobs, guestEmailJobs, refundEmailJobs } from '../mail/delivery-emails.ts';
import { createLimitedMailer, emailJobs, unlimitedMailer } from '../mail/limited-mailer.ts';
import { loadVapidKeys, pushJobs } from '../push/push-jobs.ts';
import { seedDemo } from '../sandbox/demo.ts';
import { simulateStep } from '../sandbox/simulator.ts';
import { createAdapters } from './adapters.ts';
import { createApp } from './app.ts';

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

const SIMULATOR_POLL_MS = 1000;
/** Shorter than a step of the simulator, so that the first step is not late. */
const SIMULATOR_IDLE_POLL_MS = 5000;
const WILDCARD_ADDRESSES = new Set(['0.0.0.0', '::']);

/** Assembles the server on an open, migrated database, and listens. */
export async function startServer(
  requestedSettings: Settings,
  database: OpenDatabase,
  log: Logger,
  clock: Clock = { now: () => new Date() },
) {
  const { db } = database;
  const secrets = loadSecrets(requestedSettings.sessionSecrets, requestedSettings.dataDir);
  const secret = secrets[0];
  const dist = join(findProjectRoot(), 'dist');
  const built = listStaticFiles(join(dist, 'client'), join(dist, 'previous'));
  const files = fillBusinessSettings(built, requestedSettings.business);

  // With the embedded database there is only one process, so the same version handles every request.
  const sharesAssets = database.kind === 'postgresql';
  if (sharesAssets) await publishAssets(db, files);

  // The sandbox is called at our own port, which with PORT=0 is only known after the server has started to listen.
  // Requests that arrive earlier wait: a proxy would pass on an error.
  let serve: (handler: Parameters<typeof listen>[1]) => void = () => {};
  const handler = new Promise<Parameters<typeof listen>[1]>((resolve) => {
    serve = resolve;
  });
  const listener = await listen(requestedSettings, async (request, env) => (await handler)(request, env));
  const address = {
    host: WILDCARD_ADDRESSES.has(requestedSettings.host) ? '127.0.0.1' : requestedSettings.host,
    port: listener.port,
  };
  const settings = withActualPort(requestedSettings, listener.port);
  const adapters = createAdapters({ db, clock, log, settings, secret }, address);
  const { payments, places, sandbox } = adapters;
  const metrics = createMetrics(database);
  const mail = metrics.countEmails(adapters.mail);
  const pushKeys = await loadVapidKeys(db);
  let isStopping = false;
  const app = createApp({
    db,
    replica: database.replica,
    onSessionEnd: database.onSessionEnd,
    clock,
    log,
    mail,
    payments,
    places,
    settings,
    secrets,
    files,
    sharesAssets,
    sandbox,
    pushKey: pushKeys.publicKey,
    isStopping: () => isStopping,
    metrics,
  });
  serve((request, env) => app.fetch(request, env));
  // The start does not wait for this check and only logs missing rights, because some payments may still work.
  if (settings.stripe.secretKey !== undefined) void payments.reportMissingRights();
  const limitedEmail = settings.hasRateLimits
    ? createLimitedMailer({ db, clock, log, mail })
    : unlimitedMailer(mail);
  const { publicUrl, business } = settings;
  const email = { db, clock, mail: limitedEmail, secret, publicUrl, business };
  // Push services write to this address if our messages cause them trouble.
  const contact = `mailto:${business.support.email ?? `no-reply@${new URL(publicUrl).hostname}`}`;
  const handlers = metrics.countJobs({
    ...emailJobs(limitedEmail),
    ...codeJobs(email),
    ...deliveryEmailJobs(email),
    ...guestEmailJobs(email),
    ...refundEmailJobs(email),
    ...pushJobs({ db, clock, keys: pushKeys, contact, allowsLocal: settings.push.allowsLocal }),
    ...adapters.jobs,
    ...(settings.hookUrl === undefined ? {} : forwardJobs(db, settings.hookUrl)),
  });
  if (settings.isDemo) await seedDemo({ db, clock, log }, business, sandbox.cards && publicUrl);
  const simulated = { db, clock, places, payments, ...business };
  const simulator = settings.isDemo
    ? every(SIMULATOR_POLL_MS, 'simulator', log, () => simulateStep(simulated), {
        maxPauseMs: () => SIMULATOR_IDLE_POLL_MS,
      })
    : undefined;
  void reportHashTime(log);
  const timers = startBackgroundTasks({ database, clock, log, payments, handlers, business });

  return {
    url: settings.publicUrl,
    hasPage: files.has('/app.html'),
    /** Shuts down in order. For `delayMs` it still accepts requests but reports that it is not ready. */
    async close(delayMs = 0) {
      isStopping = true;
      // Other processes then continue the background work at once.
      const background = [timers.stop(), simulator?.stop()];
      await listener.close(delayMs);
      // Jobs that still run may need them.
      await Promise.all(background);
      await adapters.stop();
      metrics.stop();
      await database.close();
    },
  };
}

/** With PORT=0 and no PUBLIC_URL the address of this server is only known now. */
function withActualPort(settings: Settings, port: number): Settings {
  const url = new URL(settings.publicUrl);
  if (settings.port !== 0 || url.port !== '0') return settings;
  url.port = String(port);
  return { ...settings, publicUrl: url.origin };
}

/** The folder with package.json, wherever this code runs from: its source, or the bundle in dist/server. */
export function findProjectRoot(from = import.meta.dirname): string {
  return existsSync(join(from, 'package.json')) || dirname(from) === from
    ? from
    : findProjectRoot(dirname(from));
}
