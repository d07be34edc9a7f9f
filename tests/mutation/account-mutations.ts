import type { Mutation } from './mutation.ts';

const USERS = 'tests/server/users.test.ts';
const PASSWORD_RECOVERY = 'tests/server/password-recovery.test.ts';
const SESSIONS = 'tests/server/sessions.test.ts';
const ACCOUNT_DELETION = 'tests/server/account-deletion.test.ts';
const RATE_LIMITS = 'tests/server/rate-limits.test.ts';

const LIMITS = 'server/config/limits.ts';
const RECOVERY = 'server/accounts/password-recovery.ts';

/** Tokens, passwords, codes, and how often they may be tried. */
export const ACCOUNT_MUTATIONS: readonly Mutation[] = [
  {
    rule: 'REL-13',
    name: 'a token stays valid when the password changes',
    file: 'server/accounts/accounts.ts',
    change: { symbol: 'changePassword', kind: 'removeCall', callee: 'deleteSessions' },
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
    change: {
      symbol: 'createRateLimiter.consume',
      kind: 'condition',
      containing: 'admitted',
      value: 'false',
    },
    tests: USERS,
  },
  {
    rule: 'REL-14',
    name: 'a 429 does not say when to try again',
    file: 'server/http/api-error.ts',
    change: { symbol: 'problemResponse', kind: 'condition', containing: 'retryAfter', value: 'true' },
    tests: USERS,
  },
  {
    rule: 'REL-14',
    name: 'a code may be guessed any number of times',
    file: 'server/queries/users.ts',
    change: { symbol: 'countFailedAttempt', kind: 'returnEarly' },
    tests: PASSWORD_RECOVERY,
  },
  {
    rule: 'REL-14',
    name: 'a code can be used twice',
    file: RECOVERY,
    change: { symbol: 'recoverPassword', kind: 'removeCall', callee: 'deleteCodes' },
    tests: PASSWORD_RECOVERY,
  },
  {
    rule: 'REL-14',
    name: 'a code never expires',
    file: LIMITS,
    change: { symbol: 'CODE_LIFETIME_MS', kind: 'constant', value: '365 * DAY' },
    tests: PASSWORD_RECOVERY,
  },
  {
    rule: 'SEC-15',
    name: 'an address gets any number of emails',
    file: 'server/mail/limited-mailer.ts',
    change: { symbol: 'isAdmitted', kind: 'returnEarly', value: 'true' },
    tests: 'tests/server/email-limits.test.ts',
  },
  {
    rule: 'SEC-16',
    name: 'an address that is not confirmed gets reports about the account',
    file: 'server/mail/account-emails.ts',
    change: {
      symbol: 'enqueueAccountEmail',
      kind: 'condition',
      containing: 'emailConfirmed',
      value: 'false',
    },
    tests: 'tests/server/email-limits.test.ts',
  },
  {
    rule: 'SEC-06',
    name: 'a log-out leaves the session on the server',
    file: 'server/queries/sessions.ts',
    change: { symbol: 'deleteSession', kind: 'returnEarly', value: 'true' },
    tests: SESSIONS,
  },
  {
    rule: 'SEC-06',
    name: 'a replaced token stays valid',
    file: LIMITS,
    change: { symbol: 'TOKEN_OVERLAP_MS', kind: 'constant', value: '365 * DAY' },
    tests: SESSIONS,
  },
  {
    rule: 'SEC-06',
    name: 'a session lasts for as long as its token is renewed',
    file: LIMITS,
    change: { symbol: 'SESSION_LIFE_MS', kind: 'constant', value: '3650 * DAY' },
    tests: SESSIONS,
  },
  {
    rule: 'SEC-12',
    name: 'the downloaded data lacks the addresses',
    file: 'server/routes/account.ts',
    change: {
      symbol: 'accountHandlers.exportAccount',
      kind: 'setProperty',
      property: 'addresses',
      value: '[]',
    },
    tests: ACCOUNT_DELETION,
  },
  {
    rule: 'SEC-13',
    name: 'any password deletes an account',
    file: 'server/accounts/accounts.ts',
    change: { symbol: 'deleteAccount', kind: 'removeCall', callee: 'confirmPassword' },
    tests: ACCOUNT_DELETION,
  },
  {
    rule: 'SEC-13',
    name: 'a deleted account leaves its personal data',
    file: 'server/accounts/accounts.ts',
    change: { symbol: 'deleteData', kind: 'removeCall', callee: 'eraseAccount' },
    tests: ACCOUNT_DELETION,
  },
  {
    rule: 'SEC-13',
    name: 'the payment provider keeps the cards of a deleted account',
    file: 'server/accounts/accounts.ts',
    change: { symbol: 'deleteData', kind: 'removeCall', callee: 'payments.deleteCustomer' },
    tests: ACCOUNT_DELETION,
  },
  {
    rule: 'SEC-14',
    name: 'the browser is not asked to require Trusted Types',
    file: 'server/http/security-headers.ts',
    change: {
      symbol: 'createContentSecurityPolicy',
      kind: 'condition',
      containing: 'recorder.length',
      value: 'true',
    },
    tests: 'tests/server/site.test.ts',
  },
  {
    rule: 'SEC-60',
    name: 'a user of a demonstration can delete the account that all share',
    file: 'server/accounts/account-dependencies.ts',
    change: { symbol: 'rejectSharedAccount', kind: 'returnEarly' },
    tests: ACCOUNT_DELETION,
  },
  {
    rule: 'SEC-61',
    name: 'every read that has a limit writes a row',
    file: 'server/endpoints/mount-endpoints.ts',
    change: { symbol: 'isRead', kind: 'constant', value: 'false' },
    tests: RATE_LIMITS,
  },
  {
    rule: 'SEC-61',
    name: 'the database never counts reads',
    file: 'server/http/rate-limiter.ts',
    change: { symbol: 'createRateLimiter.consumeRead', kind: 'condition', containing: 'free', value: 'true' },
    tests: RATE_LIMITS,
  },
  {
    rule: 'PRD-60',
    name: 'the first start creates a database although one is prepared',
    file: 'server/db/open-database.ts',
    change: {
      symbol: 'openEmbedded',
      kind: 'replaceCall',
      callee: 'unpackPreparedDatabase',
      replacement: 'false',
    },
    tests: 'tests/server/schema.test.ts',
  },
];
