import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Settings } from '../config/environment.ts';
import { findProjectRoot } from '../config/project-root.ts';
import { loadSecret } from '../config/secret.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Clock } from '../dependencies.ts';
import { listen } from '../http/listen.ts';
import { listStaticFiles } from '../http/static-files.ts';
import { startBackgroundTasks } from '../jobs/background-tasks.ts';
import { mailJobHandlers } from '../mail/mail-jobs.ts';
import { seedDemo } from '../sandbox/demo-seed.ts';
import { startSimulator } from '../sandbox/simulator.ts';
import { createAdapters } from './adapters.ts';
import { createApp } from './app.ts';

export type RunningServer = { url: string; hasPage: boolean; close(): Promise<void> };

const WILDCARD_ADDRESSES = new Set(['0.0.0.0', '::']);

/** Puts the server together on an open, migrated database, and listens. */
export async function startServer(
  requestedSettings: Settings,
  database: OpenDatabase,
  log: Logger,
  clock: Clock = { now: () => new Date() },
): Promise<RunningServer> {
  const { db } = database;
  const secret = loadSecret(requestedSettings.sessionSecret, requestedSettings.dataDir);
  const dist = join(findProjectRoot(), 'dist');
  const files = listStaticFiles(join(dist, 'client'), join(dist, 'previous'));

  // The sandbox is called at our own port, which with PORT=0 is only known once we listen.
  let fetch: Parameters<typeof listen>[1] = () => new Response(null, { status: 503 });
  const listener = await listen(requestedSettings, (request, env) => fetch(request, env));
  const address = {
    host: WILDCARD_ADDRESSES.has(requestedSettings.host) ? '127.0.0.1' : requestedSettings.host,
    port: listener.port,
  };
  const settings = withActualPort(requestedSettings, listener.port);
  const adapters = createAdapters({ db, clock, log, settings, secret }, address);
  const { mail, payments, places, sandbox } = adapters;
  const app = createApp({
    db,
    clock,
    log,
    mail,
    payments,
    places,
    settings,
    secret,
    files,
    sandbox,
  });
  fetch = (request, env) => app.fetch(request, env);
  adapters.start();
  const handlers = { ...mailJobHandlers(mail), ...payments.jobs };
  const cardsOrigin = sandbox.cards && settings.publicUrl;
  if (settings.isDemo) await seedDemo(db, clock, cardsOrigin);
  const simulator = settings.isDemo
    ? startSimulator({ db, clock, places, publicUrl: settings.publicUrl }, log)
    : undefined;
  const timers = startBackgroundTasks({ database, clock, log, payments, handlers });

  return {
    url: settings.publicUrl,
    hasPage: files.has('/app.html'),
    async close() {
      await listener.close();
      await Promise.all([timers.stop(), simulator?.stop(), adapters.stop()]);
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
