import { jwtVerify, SignJWT } from 'jose';
import { TOKEN_LIFETIME_MS } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import { findUser, type UserRow } from '../queries/users.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'send';

export type Session = { user: UserRow; issued: Date };

export type Sessions = {
  /** A bearer token for an account: its id and version, nothing about the person. */
  issue(user: Pick<UserRow, 'id' | 'tokenVersion'>): Promise<string>;
  /** @throws ApiError 401 where the header brings no token that is valid now */
  authorize(authorization: string | undefined): Promise<Session>;
};

/** Tokens last 30 days, and end at once when the account's token version is raised. */
export function createSessions(db: Db, clock: Clock, secret: Uint8Array): Sessions {
  return {
    issue(user) {
      const issued = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ ver: user.tokenVersion })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(String(user.id))
        .setIssuedAt(issued)
        .setExpirationTime(issued + TOKEN_LIFETIME_MS / 1000)
        .sign(secret);
    },
    async authorize(authorization) {
      const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) throw new ApiError(401, 'UNAUTHORIZED');
      const claims = await verifyToken(token, secret, clock.now());
      const user = claims && (await findUser(db, claims.userId));
      if (!user || user.tokenVersion !== claims.version) throw new ApiError(401, 'UNAUTHORIZED');
      return { user, issued: claims.issued };
    },
  };
}

async function verifyToken(token: string, secret: Uint8Array, now: Date) {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: now,
    });
    const userId = Number(payload.sub);
    if (!Number.isInteger(userId) || payload.iat === undefined) return undefined;
    return { userId, version: payload.ver, issued: new Date(payload.iat * 1000) };
  } catch {
    // Forged, damaged or expired: to the caller all the same.
    return undefined;
  }
}
