import type { Mutation } from './mutation.ts';

const IDEMPOTENCY = 'tests/server/idempotency.test.ts';
const DELIVERY_REQUESTS = 'tests/server/delivery-requests.test.ts';
const BACKUP_TOOLS = 'tests/server/backup-tools.test.ts';
const INVALID_INPUT = 'tests/server/invalid-input.test.ts';
const PROCESS = 'tests/server/process.test.ts';
const SITE = 'tests/server/site.test.ts';

const CREATE_ONCE = 'server/http/idempotency.ts';
const JSON_BODY = 'server/http/read-request.ts';

/** Idempotency, ownership, request bodies, headers and logs of the server. */
export const SERVER_MUTATIONS: readonly Mutation[] = [
  {
    rule: 'REL-08',
    name: 'the same key creates a second delivery',
    file: CREATE_ONCE,
    change: { symbol: 'createOnce', kind: 'removeCall', callee: 'steps.find' },
    tests: IDEMPOTENCY,
  },
  {
    rule: 'REL-08',
    name: 'the same key with another body gets the first response',
    file: CREATE_ONCE,
    change: { symbol: 'createOnce', kind: 'condition', containing: 'idempotencyHash', value: 'false' },
    tests: IDEMPOTENCY,
  },
  {
    rule: 'REL-08',
    name: 'two requests with the same key are worked on at once',
    file: CREATE_ONCE,
    change: { symbol: 'createOnce', kind: 'condition', containing: 'Lock(', value: 'false' },
    tests: IDEMPOTENCY,
  },
  {
    rule: 'REL-08',
    name: "another account's key counts as one's own",
    file: 'server/queries/delivery-requests.ts',
    change: {
      symbol: 'findDeliveryRequestByKey',
      kind: 'removeCall',
      callee: 'eq',
      containing: 'deliveryRequests.userId',
    },
    tests: IDEMPOTENCY,
  },
  {
    rule: 'REL-09',
    name: 'two servers use the same data directory',
    file: 'server/db/directory-lock.ts',
    change: { symbol: 'isHolderAlive', kind: 'returnEarly', value: 'false' },
    tests: PROCESS,
  },
  {
    rule: 'REL-09',
    name: 'a shutdown does not wait for running requests',
    file: 'server/boot/server.ts',
    change: { symbol: 'startServer.close', kind: 'removeCall', callee: 'listener.close' },
    tests: PROCESS,
  },
  {
    rule: 'REL-12',
    name: "another customer's delivery can be read",
    file: 'server/queries/delivery-requests.ts',
    change: { symbol: 'isRequest', kind: 'condition', containing: 'anyone', value: 'true' },
    tests: DELIVERY_REQUESTS,
  },
  {
    rule: 'REL-12',
    name: "another customer's address can be changed",
    file: 'server/queries/addresses.ts',
    change: { symbol: 'ofUser', kind: 'removeCall', callee: 'eq', containing: 'userId' },
    tests: 'tests/server/addresses.test.ts',
  },
  {
    rule: 'REL-15',
    name: 'a body of any size is read',
    file: JSON_BODY,
    change: { symbol: 'readLimitedBytes', kind: 'condition', containing: 'size >', value: 'false' },
    tests: INVALID_INPUT,
  },
  {
    rule: 'REL-16',
    name: 'inline scripts are allowed',
    file: 'server/http/security-headers.ts',
    change: {
      symbol: 'script-src',
      kind: 'replaceText',
      find: "'self'",
      replacement: "'self' 'unsafe-inline'",
    },
    tests: SITE,
  },
  {
    rule: 'REL-16',
    name: 'pages can be framed',
    file: 'server/http/security-headers.ts',
    change: { symbol: 'createContentSecurityPolicy', kind: 'removeProperty', property: 'frame-ancestors' },
    tests: SITE,
  },
  {
    rule: 'REL-21',
    name: 'the log contains addresses with tracking numbers',
    file: 'server/http/request-context.ts',
    change: { symbol: 'requestContext', kind: 'setProperty', property: 'route', value: 'context.req.url' },
    tests: SITE,
  },
  {
    rule: 'REL-31',
    name: 'a failed restore leaves a data directory behind',
    file: 'server/db/open-database.ts',
    change: { symbol: 'createEmbedded', kind: 'removeCall', callee: 'process.once' },
    tests: BACKUP_TOOLS,
  },
  {
    rule: 'REL-32',
    name: 'an interrupted backup leaves a partial file behind',
    file: 'server/db/backup.ts',
    change: { symbol: 'openOutput', kind: 'removeCall', callee: 'process.once' },
    tests: BACKUP_TOOLS,
  },
  {
    rule: 'REL-33',
    name: 'a list without a limit has every row',
    file: 'server/queries/pagination.ts',
    change: { symbol: 'pageOf', kind: 'setProperty', property: 'limit', value: 'limit ?? 1_000_000' },
    tests: 'tests/server/long-lists.test.ts',
  },
];
