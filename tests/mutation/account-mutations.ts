import type { Mutation } from './mutation.ts';

const USERS = 'tests/server/users.test.ts';
const PASSWORD_RECOVERY = 'tests/server/password-recovery.test.ts';

const LIMITS = 'server/config/limits.ts';
const RECOVERY = 'server/routes/password-recovery.ts';

/** Tokens, passwords, codes, and how often they may be tried. */
export const ACCOUNT_MUTATIONS: readonly Mutation[] = [
  {
    rule: 'REL-13',
    name: 'a token stays valid when the password changes',
    file: 'server/routes/users.ts',
    change: { symbol: 'userHandlers.changePassword', kind: 'removeCall', callee: 'deleteSessions' },
    tests: USERS,
  },
  {
    rule: 'REL-13',
    name: 'a token is valid for a year',
    file: LIMITS,
    change: { symbol: 'TOKEN_LIFETIME_MS', kind: 'constant', value: '365 * DAY' },
    tests: USERS,
  },
  {
    rule: 'SEC-04',
    name: 'every user of the machine can read the signing key',
    file: 'server/config/private-directory.ts',
    change: { symbol: 'FILE_MODE', kind: 'constant', value: '0o644' },
    tests: 'tests/server/process.test.ts',
  },
  {
    rule: 'REL-13',
    name: 'a password reset leaves the old sessions',
    file: RECOVERY,
    change: { symbol: 'recoverPassword', kind: 'removeCall', callee: 'deleteSessions' },
    tests: PASSWORD_RECOVERY,
  },
  {
    rule: 'REL-14',
    name: 'attempts over a limit are admitted',
    file: 'server/http/rate-limiter.ts',
    change: { symbol: 'createRateLimiter.consume', kind: 'condition', containing: 'admitted', value: 'true' },
    tests: USERS,
  },
  {
    rule: 'REL-14',
    name: 'a 429 does not say when to try again',
    file: 'server/http/problem-response.ts',
    change: { symbol: 'problemResponse', kind: 'condition', containing: 'retryAfter', value: 'false' },
    tests: USERS,
  },
  {
    rule: 'REL-14',
    name: 'a code may be guessed any number of times',
    file: 'server/queries/verification-codes.ts',
    change: { symbol: 'countFailedAttempt', kind: 'returnEarly' },
    tests: PASSWORD_RECOVERY,
  },
  {
    rule: 'REL-14',
    name: 'a code can be used twice',
    file: RECOVERY,
    change: { symbol: 'recoverPassword', kind: 'removeCall', callee: 'deleteCode' },
    tests: PASSWORD_RECOVERY,
  },
  {
    rule: 'REL-14',
    name: 'a code never expires',
    file: LIMITS,
    change: { symbol: 'CODE_LIFETIME_MS', kind: 'constant', value: '365 * DAY' },
    tests: PASSWORD_RECOVERY,
  },
];
