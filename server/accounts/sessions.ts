import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import * as limits from '../config/limits.ts';
import { isSameSecret } from '../config/operators.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import { findSession, insertSession, type SessionRow, updateSession } from '../queries/sessions.ts';
import type { UserRow } from '../queries/users.ts';

const ISSUER = 'send';
const AUDIENCE = 'send-api';

export type Session = { user: UserRow; issued: Date; id: string; row: SessionRow };

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Tokens last 30 days and sessions 90. A session ends at once when its row is deleted: by a log-out, from another
 * device, or with all others when the password changes. Tokens are signed with the first secret; those of the others are accepted during a rotation.
 */
export function createSessions(
  db: Db,
  clock: Clock,
  secrets: readonly [Uint8Array, ...Uint8Array[]],
  onSessionEnd?: SessionEnds,
) {
  const find = createSessionCache(db, clock, onSessionEnd);
  function tokenOf(row: SessionRow, generation: number): string {
    const iat = Math.floor(clock.now().getTime() / 1000);
    const sessionEnd = Math.floor((row.created.getTime() + limits.SESSION_LIFE_MS) / 1000);
    const exp = Math.min(iat + limits.TOKEN_LIFETIME_MS / 1000, sessionEnd);
    const claims = { iss: ISSUER, aud: AUDIENCE, sub: String(row.userId), sid: row.id, gen: generation };
    const signed = `${HEADER}.${encode({ ...claims, iat, exp })}`;
    return `${signed}.${signature(signed, secrets[0])}`;
  }

  /** Writes at most one row per session and some minutes, and one more when a renewed token is first used. */
  async function recordUse(row: SessionRow, generation: number, now: Date): Promise<void> {
    const isConfirmed = generation > row.confirmed;
    if (!isConfirmed && now.getTime() - row.lastUsed.getTime() < limits.SESSION_USE_MS) return;
    await updateSession(db, row.id, {
      lastUsed: now,
      ...(isConfirmed ? { confirmed: generation, confirmedAt: now } : {}),
    });
  }

  return {
    /** Begins a session in the transaction `tx`. Its id and its bearer token say nothing about the user. */
    async start(tx: Db, user: Pick<UserRow, 'id'>, deviceName: string) {
      const now = clock.now();
      const row: SessionRow = {
        id: randomBytes(16).toString('base64url'),
        userId: user.id,
        created: now,
        lastUsed: now,
        deviceName,
        generation: 0,
        confirmed: 0,
        confirmedAt: null,
      };
      await insertSession(tx, row, limits.SESSIONS_PER_USER_MAX);
      return { jwtToken: tokenOf(row, 0), sessionId: row.id };
    },

    /** Returns a new token of a session; the old one ends within a minute of the new one's first use. */
    async renew({ row }: Session): Promise<string> {
      // A renewal whose response was lost is repeated and not counted again: its token was never used.
      const generation = row.generation > row.confirmed ? row.generation : row.generation + 1;
      if (generation !== row.generation) await updateSession(db, row.id, { generation });
      return tokenOf(row, generation);
    },

    /**
     * @param mayBeCached whether the call uses nothing but the id of the user
     * @throws ApiError 401 if the header contains no valid token
     */
    async authorize(authorization: string | undefined, mayBeCached = false): Promise<Session> {
      const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1];
      const claims = token === undefined ? undefined : verifyToken(token, secrets);
      const now = clock.now();
      if (claims === undefined || !isCurrent(claims, now)) throw unauthorized();
      const found = await find(claims.sid, claims.gen, mayBeCached);
      if (found === undefined) throw unauthorized();
      const { user, session: row } = found;
      if (String(user.id) !== claims.sub) throw unauthorized();
      if (row.created.getTime() + limits.SESSION_LIFE_MS <= now.getTime()) throw unauthorized();
      if (claims.gen > row.generation || isReplaced(row, claims.gen, now)) throw unauthorized();
      if (!found.isCached) await recordUse(row, claims.gen, now);
      return { user, issued: new Date(claims.iat * 1000), id: row.id, row };
    },
  };
}

/** How long a session counts as read. */
const CACHED_MS = 30_000;
const MAX_CACHED = 10_000;

/** Reports the ids of sessions that any process has ended; undefined means that any session may have ended. */
export type SessionEnds = (notify: (id: string | undefined) => void) => { isActive(): boolean };
type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Returns a function that finds a session, without the database if it was read a moment ago and has not ended since. */
function createSessionCache(db: Db, clock: Clock, onSessionEnd: SessionEnds | undefined) {
  const cached = new Map<string, { found: FoundSession; generation: number; expires: number }>();
  let ends = 0;
  const notifications = onSessionEnd?.((id) => {
    ends += 1;
    if (id === undefined) cached.clear();
    else cached.delete(id);
  });
  /**
   * @param generation that of the token: a renewed token is checked in the database
   * @param mayBeCached whether the call uses nothing but the id of the user; other calls may change the session
   */
  return async (id: string, generation: number, mayBeCached: boolean) => {
    const isNotified = notifications?.isActive() ?? false;
    const now = clock.now().getTime();
    const known = cached.get(id);
    if (isNotified && mayBeCached && known?.generation === generation && now < known.expires) {
      return { ...known.found, isCached: true };
    }
    cached.delete(id);
    const before = ends;
    const found = await findSession(db, id);
    if (found === undefined) return undefined;
    if (isNotified && mayBeCached && ends === before) {
      cached.set(id, { found, generation, expires: now + CACHED_MS });
      const [oldest] = cached.keys();
      if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
    }
    return { ...found, isCached: false };
  };
}

function isCurrent(claims: Claims, now: Date): boolean {
  const seconds = now.getTime() / 1000;
  const isWithin = claims.exp > seconds && (claims.nbf ?? 0) <= seconds;
  return claims.iss === ISSUER && claims.aud === AUDIENCE && isWithin;
}

/** For a minute both tokens are valid, because other tabs and the worker may still be using the old one. */
function isReplaced(row: SessionRow, generation: number, now: Date): boolean {
  if (generation >= row.confirmed || row.confirmedAt === null) return false;
  return now.getTime() - row.confirmedAt.getTime() >= limits.TOKEN_OVERLAP_MS;
}

function unauthorized(): ApiError {
  return new ApiError(401, 'UNAUTHORIZED');
}

/**
 * JSON Web Tokens with HMAC-SHA-256 only: the header is compared as text, so a token cannot choose an algorithm.
 * WebCrypto, which JWT libraries use, would queue the HMAC on libuv's thread pool behind slow work.
 */
const HEADER = encode({ alg: 'HS256' });

const Claims = v.object({
  iss: v.string(),
  aud: v.string(),
  sub: v.pipe(v.string(), v.digits()),
  /** The session, and how often its token was renewed before. */
  sid: v.string(),
  gen: v.number(),
  iat: v.number(),
  nbf: v.optional(v.number()),
  exp: v.number(),
});
export type Claims = v.InferOutput<typeof Claims>;
const ClaimsText = v.pipe(v.string(), v.parseJson(), Claims);

/** The claims of a token that one of the secrets signed; undefined for a forged or damaged one. */
function verifyToken(token: string, secrets: readonly Uint8Array[]): Claims | undefined {
  const [header, payload, mac, ...rest] = token.split('.');
  if (header !== HEADER || payload === undefined || mac === undefined || rest.length > 0) return undefined;
  const isSigned = secrets.some((secret) => isSameSecret(mac, signature(`${header}.${payload}`, secret)));
  if (!isSigned) return undefined;
  const parsed = v.safeParse(ClaimsText, Buffer.from(payload, 'base64url').toString('utf8'));
  return parsed.success ? parsed.output : undefined;
}

function signature(text: string, secret: Uint8Array): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
