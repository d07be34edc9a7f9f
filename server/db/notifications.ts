import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** The channel of the trigger that reports new jobs. */
const JOBS_CHANNEL = 'send_jobs';
/** The channel of the trigger that reports the ids of ended sessions. */
const SESSIONS_CHANNEL = 'send_sessions';
const RECONNECT_MS = 5000;

export type Subscription = {
  /** Whether notifications arrive. They do not while the connection is broken, nor through a pooler. */
  isActive(): boolean;
  stop(): Promise<void>;
};

export type Notified = {
  onNewJobs: () => void;
  /** Gets the id of the session, or undefined if any may have ended. */
  onSessionEnd: (id: string | undefined) => void;
};

/** Reports notifications of the embedded database, which has only this process. */
export function subscribeEmbedded(client: PGlite, onNotify: () => void): Subscription {
  const unsubscribe = client.listen(JOBS_CHANNEL, onNotify);
  return { isActive: () => true, stop: async () => (await unsubscribe)() };
}

/**
 * Reports notifications over a connection of its own, and connects again if it breaks. A pooler gives each transaction
 * any connection, so no notification would arrive.
 * @param isPooled whether the address is that of a pooler
 */
export function subscribe(
  connectionString: string,
  isPooled: () => boolean,
  { onNewJobs, onSessionEnd }: Notified,
): Subscription {
  let client: pg.Client | undefined;
  let isActive = false;
  const connect = async () => {
    if (isPooled() || client !== undefined) return;
    const connection = new pg.Client({ connectionString, keepAlive: true, application_name: 'send' });
    client = connection;
    const forget = () => {
      if (client === connection) client = undefined;
      isActive = false;
    };
    connection.on('error', forget);
    connection.on('end', forget);
    connection.on('notification', ({ channel, payload }) =>
      channel === JOBS_CHANNEL ? onNewJobs() : onSessionEnd(payload),
    );
    try {
      await connection.connect();
      await connection.query(`listen ${JOBS_CHANNEL}; listen ${SESSIONS_CHANNEL}`);
      isActive = client === connection;
      // Jobs may have been queued and sessions ended meanwhile.
      onNewJobs();
      onSessionEnd(undefined);
    } catch {
      forget();
      await connection.end().catch(() => {});
    }
  };
  let connecting = connect();
  const timer = setInterval(() => {
    connecting = connect();
  }, RECONNECT_MS);
  return {
    isActive: () => isActive,
    async stop() {
      clearInterval(timer);
      await connecting;
      await client?.end().catch(() => {});
    },
  };
}
