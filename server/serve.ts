import { join } from 'node:path';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { OpenDatabase } from './db/open.ts';
import type { Settings } from './env.ts';
import { mailJobs } from './jobs/mail-job.ts';
import { startTimers } from './jobs/timers.ts';
import { listen } from './listen.ts';
import { plugIn } from './plug-in.ts';
import type { Clock } from './ports.ts';
import { projectRoot } from './project-root.ts';
import { seedDemo } from './sandbox/demo-seed.ts';
import { startSimulator } from './sandbox/simulator.ts';
import { loadSecret } from './secret.ts';
import { listStaticFiles } from './static-files.ts';

export type RunningServer = { url: string; hasPage: boolean; close(): Promise<void> };

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

/** Puts the server together on an open, migrated database, and listens. */
export async function serve(
  chosen: Settings,
  database: OpenDatabase,
  log: Logger,
  clock: Clock = { now: () => new Date() },
): Promise<RunningServer> {
  const { db } = database;
  const secret = loadSecret(chosen.sessionSecret, chosen.dataDir);
  const dist = join(projectRoot(), 'dist');
  const files = listStaticFiles(join(dist, 'client'), join(dist, 'previous'));

  // The sandbox is called at our own port, which with PORT=0 is only known once we listen.
  let fetch: Parameters<typeof listen>[1] = () => new Response(null, { status: 503 });
  const listener = await listen(chosen, (request, env) => fetch(request, env));
  const self = {
    host: ANY_ADDRESS.has(chosen.host) ? '127.0.0.1' : chosen.host,
    port: listener.port,
  };
  const settings = withPort(chosen, listener.port);
  const plugged = plugIn({ db, clock, log, settings, secret }, self);
  const { mail, payments, places, sandbox } = plugged;
  const app = buildApp({
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
  plugged.start();
  const handlers = { ...mailJobs(mail), ...payments.jobs };
  const cardsOrigin = sandbox.cards && settings.publicUrl;
  if (settings.isDemo) await seedDemo(db, clock, cardsOrigin);
  const simulator = settings.isDemo
    ? startSimulator({ db, clock, places, publicUrl: settings.publicUrl }, log)
    : undefined;
  const timers = startTimers({ database, clock, log, payments, handlers });

  return {
    url: settings.publicUrl,
    hasPage: files.has('/app.html'),
    async close() {
      await listener.close();
      await Promise.all([timers.stop(), simulator?.stop(), plugged.stop()]);
      await database.close();
    },
  };
}

/** With PORT=0 and no PUBLIC_URL the address of this server is only known now. */
function withPort(settings: Settings, port: number): Settings {
  const url = new URL(settings.publicUrl);
  if (settings.port !== 0 || url.port !== '0') return settings;
  url.port = String(port);
  return { ...settings, publicUrl: url.origin };
}
