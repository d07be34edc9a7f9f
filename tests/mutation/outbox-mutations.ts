import type { Mutation } from './mutation.ts';

const OUTBOX = 'tests/offline/outbox.test.ts';
const DURABILITY = 'tests/offline/outbox-durability.test.ts';
const SUSPENDED_PAGES = 'tests/offline/suspended-pages.test.ts';
const HTTP_ERRORS = 'tests/unit/http-errors.test.ts';
const OUTBOX_PAGE = 'tests/component/outbox-page.test.tsx';
const WORKER_SYNC = 'tests/offline/worker-sync.test.ts';
const OLD_REQUESTS = 'tests/offline/old-requests.test.ts';
const RATE_LIMIT = 'tests/offline/rate-limit.test.ts';
const NO_INDEXEDDB = 'tests/component/no-indexeddb.test.tsx';

const DRAIN = 'src/outbox/drain.ts';
const QUEUE = 'src/outbox/queue.ts';
const SEND_ENTRY = 'src/outbox/send-entry.ts';
const CLIENT = 'src/api/send-call.ts';
const PAGE_OUTBOX = 'src/use-cases/outbox/outbox.ts';

/** Requests are stored before they are sent, sent once, and retried. */
export const OUTBOX_MUTATIONS: readonly Mutation[] = [
  {
    rule: 'REL-01',
    name: 'each attempt sends a new idempotency key',
    file: SEND_ENTRY,
    change: {
      symbol: 'sendEntry',
      kind: 'setProperty',
      property: 'idempotencyKey',
      value: 'crypto.randomUUID()',
    },
    tests: OUTBOX,
  },
  {
    rule: 'REL-01',
    name: 'entries are written with relaxed durability',
    file: 'src/outbox/entry-store.ts',
    change: { symbol: 'entryStore', kind: 'setProperty', property: 'durability', value: "'relaxed'" },
    tests: DURABILITY,
  },
  {
    rule: 'REL-01',
    name: 'a stored entry does not say that its request is being sent',
    file: DRAIN,
    change: {
      symbol: 'attemptEntry',
      kind: 'setProperty',
      property: 'sendOutcome',
      containing: "'unknown'",
      value: 'current.sendOutcome',
    },
    tests: DURABILITY,
  },
  {
    rule: 'REL-01',
    name: 'submitting a draft again replaces an entry that may have arrived',
    file: QUEUE,
    change: { symbol: 'isReplaceable', kind: 'removeOperand', containing: "entry.sendOutcome !== 'unknown'" },
    tests: OUTBOX,
  },
  {
    rule: 'REL-01',
    name: 'the key of a sent request is deleted, so the same draft is ordered again',
    file: QUEUE,
    change: {
      symbol: 'purgeSentEntries',
      kind: 'replaceCall',
      callee: 'changeEntry',
      replacement: 'deleteEntry(entry.id)',
    },
    tests: DURABILITY,
  },
  {
    rule: 'REL-01',
    name: 'a request is reported as saved although the device could not store it',
    file: 'src/use-cases/deliveries/submit-delivery-request.ts',
    change: {
      symbol: 'toSubmitOutcome',
      kind: 'replaceText',
      find: "'unsaved'",
      replacement: "'queued'",
    },
    tests: 'tests/component/no-indexeddb.test.tsx',
  },
  {
    rule: 'REL-02',
    name: 'a 5xx counts as a rejection',
    file: DRAIN,
    change: {
      symbol: 'applyFailure',
      kind: 'condition',
      containing: 'failure.status >= 500',
      value: 'false',
    },
    tests: OUTBOX,
  },
  {
    rule: 'REL-02',
    name: 'a 409 with Retry-After counts as a rejection',
    file: DRAIN,
    change: {
      symbol: 'applyFailure',
      kind: 'replaceText',
      find: 'status === 409 &&',
      replacement: 'status === 0 &&',
    },
    tests: DURABILITY,
  },
  {
    rule: 'REL-02',
    name: 'Retry-After is ignored',
    file: 'src/contract/retry-after.ts',
    change: { symbol: 'parseRetryAfter', kind: 'returnEarly', value: 'undefined' },
    tests: OUTBOX,
  },
  {
    rule: 'REL-02',
    name: 'a manual retry shortens a Retry-After',
    file: DRAIN,
    change: { symbol: 'scheduleRetry', kind: 'setProperty', property: 'isRetryAfter', value: 'false' },
    tests: OUTBOX,
  },
  {
    rule: 'REL-02',
    name: 'an attempt has no timeout',
    file: SEND_ENTRY,
    change: {
      symbol: 'sendEntry',
      kind: 'replaceCall',
      callee: 'AbortSignal.timeout',
      replacement: 'new AbortController().signal',
    },
    tests: OUTBOX,
  },
  {
    rule: 'REL-02',
    name: 'any JSON with status 200 counts as a response of the API',
    file: CLIENT,
    change: {
      symbol: 'classifyResponse',
      kind: 'replaceCall',
      callee: 'v.safeParse',
      containing: 'endpoint.response',
      replacement: '{ success: true, output: body }',
    },
    tests: DURABILITY,
  },
  {
    rule: 'REL-02',
    name: 'the page of a captive portal counts as a response of the API',
    file: CLIENT,
    change: { symbol: 'classifyResponse', kind: 'removeOperand', containing: 'NOT_JSON' },
    tests: HTTP_ERRORS,
  },
  {
    rule: 'REL-03',
    name: 'a rejected request is deleted',
    file: DRAIN,
    change: {
      symbol: 'rejectEntry',
      kind: 'setProperty',
      property: 'state',
      value: "'done', doneAt: Date.now()",
    },
    tests: OUTBOX,
  },
  {
    rule: 'REL-03',
    name: 'a request in back-off delays the next one',
    file: DRAIN,
    change: {
      symbol: 'drain',
      kind: 'replaceText',
      find: 'waiting.filter((entry) => !attemptedIds',
      replacement: 'waiting.slice(0, 1).filter((entry) => !attemptedIds',
    },
    tests: DURABILITY,
  },
  {
    rule: 'REL-04',
    name: 'another account sends the waiting requests of an account',
    file: DRAIN,
    change: {
      symbol: 'readWaiting',
      kind: 'replaceText',
      find: 'entry.owner === account',
      replacement: 'account !== undefined',
    },
    tests: OUTBOX,
  },
  {
    rule: 'REL-04',
    name: 'an account that logs in during a drain sends the request of the account before',
    file: CLIENT,
    change: {
      symbol: 'sendRequest',
      kind: 'replaceText',
      find: 'session?.account !== options.account',
      replacement: 'session === undefined',
    },
    tests: OUTBOX,
  },
  {
    rule: 'REL-04',
    name: 'a 401 deletes the request',
    file: DRAIN,
    change: {
      symbol: 'applyFailure',
      kind: 'setProperty',
      property: 'state',
      containing: "'needsLogin'",
      value: "'done', doneAt: Date.now()",
    },
    tests: OUTBOX,
  },
  {
    rule: 'REL-04',
    name: 'a login does not release the requests that wait for it',
    file: 'src/use-cases/session/session.ts',
    change: { symbol: 'continueSessionOf', kind: 'removeCall', callee: 'requeueFor' },
    tests: OUTBOX_PAGE,
  },
  {
    rule: 'REL-04',
    name: 'the waiting requests of another account are shown',
    file: PAGE_OUTBOX,
    change: {
      symbol: 'readOutbox',
      kind: 'replaceText',
      find: 'owner === account',
      replacement: 'owner !== undefined',
    },
    tests: OUTBOX_PAGE,
  },
  {
    rule: 'REL-24',
    name: 'a waiting request that is sent is not announced',
    file: PAGE_OUTBOX,
    change: { symbol: 'readOutbox', kind: 'removeCall', callee: 'announce' },
    tests: 'tests/component/sent-requests.test.tsx',
  },
  {
    rule: 'REL-05',
    name: 'two tabs drain the queue at the same time',
    file: DRAIN,
    change: {
      symbol: 'withLock',
      kind: 'replaceCall',
      callee: 'navigator.locks.request',
      replacement: 'work()',
    },
    tests: OUTBOX,
  },
  {
    rule: 'REL-05',
    name: 'an entry that a closed tab was sending is never sent',
    file: DRAIN,
    change: {
      symbol: 'readWaiting',
      kind: 'replaceText',
      find: "(entry.state === 'sending' && !attemptedIds.has(entry.id))",
      replacement: 'false',
    },
    tests: OUTBOX,
  },
  {
    rule: 'REL-05',
    name: 'a page in the back/forward cache keeps its transactions open',
    file: 'src/device/database.ts',
    change: { symbol: 'suspendDatabase', kind: 'removeCall', callee: 'abortTransaction' },
    tests: SUSPENDED_PAGES,
  },
  {
    rule: 'REL-05',
    name: 'without Background Sync nothing is retried automatically',
    file: PAGE_OUTBOX,
    change: { symbol: 'scheduleDrain', kind: 'returnEarly' },
    tests: OUTBOX_PAGE,
  },
  {
    rule: 'REL-05',
    name: 'the service worker does not ask to be woken again for what still waits',
    file: 'sw/sync.ts',
    change: {
      symbol: 'drainInWorker',
      kind: 'condition',
      containing: 'nextDueMs !== undefined',
      value: 'false',
    },
    tests: WORKER_SYNC,
  },
  {
    rule: 'REL-06',
    name: 'a hook without idempotency support gets a request again that may have arrived',
    file: SEND_ENTRY,
    change: { symbol: 'sendEntry', kind: 'condition', containing: '.hook', value: 'false' },
    tests: OUTBOX,
  },
  {
    rule: 'REL-06',
    name: 'an API without idempotency support gets a request again before its list was read',
    file: SEND_ENTRY,
    change: { symbol: 'sendEntry', kind: 'condition', containing: '.api', value: 'false' },
    tests: OUTBOX,
  },
  {
    rule: 'REL-25',
    name: 'one reading of a wrong clock takes a request out of the queue',
    file: 'src/contract/age-check.ts',
    change: {
      symbol: 'checkAge',
      kind: 'condition',
      containing: 'seenOldAt === undefined ||',
      value: 'false',
    },
    tests: OLD_REQUESTS,
  },
  {
    rule: 'REL-26',
    name: 'after a 429 every other waiting request is sent, too',
    file: DRAIN,
    change: { symbol: 'delayLike', kind: 'returnEarly', value: 'entry' },
    tests: RATE_LIMIT,
  },
  {
    rule: 'REL-27',
    name: 'a request that the device cannot store is not sent',
    file: QUEUE,
    change: { symbol: 'enqueueUnsaved', kind: 'returnEarly' },
    tests: NO_INDEXEDDB,
  },
  {
    rule: 'REL-27',
    name: 'a full device does not send what it saved before',
    file: QUEUE,
    change: { symbol: 'changeEntry', kind: 'condition', containing: 'mustStore', value: 'true' },
    tests: 'tests/offline/full-device.test.ts',
  },
  {
    rule: 'REL-27',
    name: 'a page that may not use Web Locks sends nothing',
    file: DRAIN,
    change: { symbol: 'withLock', kind: 'condition', containing: 'hasLock', value: 'true' },
    tests: 'tests/offline/full-device.test.ts',
  },
];
