import { type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from './database.ts';
import { openPool, type PostgresOptions } from './postgres.ts';

/** Reads go to the primary while the replica may lack more than this. */
const MAX_LAG_MS = 5000;
/** Seldom enough for the limit of transactions of an idle process (PRD-96). */
const CHECK_MS = 2000;
const CHECK_TIMEOUT_MS = 2000;

/** In the write-ahead log, in bytes. */
const PAGE_SIZE = 8192n;
const PAGE_HEADER = 24n;

/** A position in the write-ahead log, as PostgreSQL writes it. */
export const LogPosition = v.pipe(v.string(), v.regex(/^[\dA-F]{1,8}\/[\dA-F]{1,8}$/));
/** No replica ever has this position. */
const UNKNOWN_POSITION = 'FFFFFFFF/FFFFFFFF';

export type Replica = ReturnType<typeof openReplica>;
export type ReplicaOptions = PostgresOptions & {
  /** Called when the replica cannot be reached any more, with the error, and when it can be again. */
  onReplicaChange?: ((error: Error | undefined) => void) | undefined;
};

/** Opens a streaming replica, which handles reads while it is current; those that fail go to the primary. */
export function openReplica(connectionString: string, primary: Db, options: ReplicaOptions) {
  const { db, pool } = openPool(connectionString, { ...options, onError: undefined });
  const waiting = new Set<(error: Error) => void>();
  /** Positions of the primary that the replica has not replayed yet, the oldest one first. */
  let awaited: { at: number; position: bigint }[] = [];
  let replayed = 0n;
  /** What identifies the primary, once it has said so. A replica of it has the same. */
  let identity: string | undefined;
  /** The replica contains everything that was committed before this time. */
  let currentAt = Number.NEGATIVE_INFINITY;
  let isReachable = true;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  /** Waits for work on the replica until it is done or the replica does not respond. */
  const run = <T>(work: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.add(reject);
      work.then(resolve, reject).finally(() => waiting.delete(reject));
    });

  async function updateReplayed(): Promise<void> {
    // After a promotion the function still returns the last position before it.
    const replayedTo = sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`;
    const { position, database } = await run(readPosition(db, replayedTo));
    if (position === null) throw new Error('it is not a replica');
    if (identity !== undefined && database !== identity)
      throw new Error('it is a replica of another database');
    replayed = toNumber(position);
    for (const known of awaited) if (known.position <= replayed) currentAt = known.at;
    awaited = awaited.filter((known) => known.position > replayed);
  }

  async function check(): Promise<void> {
    const at = performance.now();
    // Without the primary nothing is known about the lag, which is no defect of the replica.
    const known = await readPosition(primary, WRITTEN_TO).catch(() => undefined);
    identity = known?.database ?? identity;
    awaited = awaited.filter((earlier) => at - earlier.at < MAX_LAG_MS);
    if (known?.position) awaited.push({ at, position: toNumber(known.position) });
    const late = setTimeout(() => {
      for (const reject of waiting) reject(new Error('it does not respond'));
    }, CHECK_TIMEOUT_MS);
    const error = await updateReplayed().then(
      () => undefined,
      (reason) => reason,
    );
    clearTimeout(late);
    if (error !== undefined) currentAt = Number.NEGATIVE_INFINITY;
    if (isReachable !== (error === undefined)) options.onReplicaChange?.(error);
    isReachable = error === undefined;
    if (isStopped) return;
    timer = setTimeout(() => {
      checking = check();
    }, CHECK_MS);
  }
  let checking = check();

  const lagMs = () => performance.now() - currentAt;
  async function mayRead(seen: string | undefined): Promise<boolean> {
    if (lagMs() >= MAX_LAG_MS) return false;
    if (seen === undefined || toNumber(seen) <= replayed) return true;
    await updateReplayed();
    return toNumber(seen) <= replayed;
  }

  const reads = { replica: 0, primary: 0 };
  return {
    /**
     * Runs a read on the replica, or on the primary if the replica is behind. If it fails or finds nothing on the replica,
     * which may lack a new row, it runs again on the primary.
     * @param seen the position of the client's last write, which the read must include
     */
    async read<T>(work: (db: Db) => Promise<T>, seen: string | undefined): Promise<T> {
      try {
        if (await mayRead(seen)) {
          const result = await run(work(db));
          reads.replica += 1;
          return result;
        }
      } catch {
        // The primary decides.
      }
      reads.primary += 1;
      return work(primary);
    },
    /** The position of the primary after all that was committed before. Never fails. */
    position: () =>
      readPosition(primary, WRITTEN_TO).then(
        ({ position }) => position ?? UNKNOWN_POSITION,
        () => UNKNOWN_POSITION,
      ),
    /** How far the replica may be behind, in seconds, and how many reads each database has handled. */
    status: () => ({ lagSeconds: lagMs() / 1000, reads: { ...reads } }),
    async close() {
      isStopped = true;
      clearTimeout(timer);
      await checking;
      await pool.end();
    },
  };
}

/** What is inserted and not yet written counts as well, because commits may be asynchronous. */
const WRITTEN_TO = sql`pg_current_wal_insert_lsn()`;

const Known = v.object({ position: v.nullable(LogPosition), database: v.string() });

async function readPosition(db: Db, position: SQL) {
  const result = await db.execute(sql`
    select ${position}::text as position, current_database() || system_identifier as database
    from pg_control_system()`);
  return v.parse(v.object({ rows: v.tuple([Known]) }), result).rows[0];
}

function toNumber(position: string): bigint {
  const [high, low] = position.split('/').map((half) => BigInt(`0x${half}`));
  const number = ((high ?? 0n) << 32n) + (low ?? 0n);
  // At the end of a page the primary counts the header of the next one, which does not exist yet.
  return number % PAGE_SIZE === PAGE_HEADER ? number - PAGE_HEADER : number;
}
