import type { Mutation } from './mutation.ts';

const PERSISTED_STORES = 'tests/offline/persisted-stores.test.ts';
const NO_INDEXED_DB = 'tests/component/no-indexeddb.test.tsx';
const UPDATES = 'tests/component/updates.test.tsx';
const WORKER = 'tests/offline/worker.test.ts';
const FOREIGN_ANSWERS = 'tests/offline/foreign-answers.test.ts';

const PRIVATE_RESPONSES = 'sw/private-responses.ts';

/** What a device stores, what the service worker caches, and how the app updates itself. */
export const DEVICE_MUTATIONS: readonly Mutation[] = [
  {
    rule: 'REL-07',
    name: 'one damaged record stops the queue',
    file: 'src/outbox/queue.ts',
    change: {
      symbol: 'readRecords',
      kind: 'replaceCall',
      callee: 'parseEntry',
      replacement: 'v.parse(Entry, record)',
    },
    tests: 'tests/offline/outbox-durability.test.ts',
  },
  {
    rule: 'REL-07',
    name: 'a database that does not open is waited for without a timeout',
    file: 'src/device/database.ts',
    change: { symbol: 'startTickTimeout', kind: 'condition', containing: 'ticks < seconds', value: 'true' },
    tests: 'tests/offline/suspended-pages.test.ts',
  },
  {
    rule: 'REL-07',
    name: 'a slice is written before it was read',
    file: 'src/stores/persist.ts',
    change: { symbol: 'setItem', kind: 'condition', containing: 'hasEarlyChange', value: 'false' },
    tests: 'tests/offline/early-writes.test.ts',
  },
  {
    rule: 'REL-07',
    name: 'a store that cannot be read stops the app',
    file: 'src/stores/persist.ts',
    change: { symbol: 'getItem', kind: 'replaceCall', callee: 'console.warn', replacement: 'throw error' },
    tests: PERSISTED_STORES,
  },
  {
    rule: 'REL-07',
    name: 'no one can log out on a device without a database',
    file: 'src/device/or-warn.ts',
    change: {
      symbol: 'orWarn',
      kind: 'replaceCall',
      callee: 'console.warn',
      replacement: 'throw error',
    },
    tests: NO_INDEXED_DB,
  },
  {
    rule: 'REL-18',
    name: 'cached responses are not keyed by account',
    file: PRIVATE_RESPONSES,
    change: {
      symbol: 'keyOf',
      kind: 'replaceCall',
      callee: 'ownerOf',
      replacement: "'everybody'",
    },
    tests: WORKER,
  },
  {
    rule: 'REL-18',
    name: 'a log-out does not find the cache of private responses',
    file: 'src/device/caches.ts',
    change: { symbol: 'PRIVATE_CACHE', kind: 'constant', value: "'answers'" },
    tests: WORKER,
  },
  {
    rule: 'REL-18',
    name: 'a response that arrives after the log-out is cached',
    file: PRIVATE_RESPONSES,
    change: {
      symbol: 'cacheResponse',
      kind: 'replaceText',
      find: 'if ((await keyOf(request)) !== key) await',
      replacement: 'if (key === undefined) await',
    },
    tests: WORKER,
  },
  {
    rule: 'REL-19',
    name: 'an update interrupts a submission',
    file: 'src/pwa/update.ts',
    change: { symbol: 'prepare', kind: 'removeCall', callee: 'waitForSubmissions' },
    tests: UPDATES,
  },
  {
    rule: 'REL-19',
    name: 'a new service worker activates without being asked',
    file: 'sw/request-timeout.ts',
    change: { symbol: 'activateOnRequest', kind: 'condition', containing: 'SKIP_WAITING', value: 'true' },
    tests: WORKER,
  },
  {
    rule: 'REL-19',
    name: 'pages do not open offline',
    file: 'sw/app-files.ts',
    change: {
      symbol: 'cacheApp',
      kind: 'replaceText',
      find: 'storeMissingFiles(precached, cacheName, check)',
      replacement: 'storeMissingFiles([], cacheName, check)',
    },
    tests: 'tests/e2e/opens-offline.spec.ts',
  },
  {
    rule: 'REL-28',
    name: 'a file with another content is cached',
    file: 'sw/file-check.ts',
    change: {
      symbol: 'verify',
      kind: 'replaceText',
      find: '(await revisionOf(body)) === file.revision',
      replacement: 'body.byteLength > 0',
    },
    tests: FOREIGN_ANSWERS,
  },
  {
    rule: 'REL-29',
    name: 'an emptied cache is not filled again',
    file: 'sw/app-files.ts',
    change: {
      symbol: 'restore',
      kind: 'replaceText',
      find: 'await storeFiles()',
      replacement: 'await Promise.resolve()',
    },
    tests: FOREIGN_ANSWERS,
  },
  {
    rule: 'REL-30',
    name: 'a foreign configuration is taken over',
    file: 'src/contract/config.ts',
    change: {
      symbol: 'ConfigFile',
      kind: 'replaceText',
      find: 'v.literal(CONFIG_MARKER)',
      replacement: 'v.any()',
    },
    tests: 'tests/component/foreign-config.test.tsx',
  },
  {
    rule: 'REL-20',
    name: 'the installed app opens in a browser window',
    file: 'manifest.webmanifest',
    change: { symbol: 'display', kind: 'constant', value: '"browser"' },
    tests: 'tests/unit/manifest.test.ts',
  },
  {
    rule: 'REL-22',
    name: 'the browser is never asked to make storage persistent',
    file: 'src/use-cases/storage/device-storage.ts',
    change: { symbol: 'requestPersistenceOnFirstDraft', kind: 'returnEarly' },
    tests: 'tests/component/device-storage.test.tsx',
  },
  {
    rule: 'REL-23',
    name: 'a user who has declined notifications is asked again',
    file: 'src/features/outbox/OutboxList.tsx',
    change: { symbol: 'currentPermission', kind: 'removeOperand', containing: "'denied'" },
    tests: 'tests/component/notification-opt-in.test.tsx',
  },
];
