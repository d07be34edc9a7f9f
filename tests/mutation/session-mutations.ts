import type { Mutation } from './mutation.ts';

const LOGGED_OUT = 'tests/component/logged-out.test.tsx';
const LATE_RESPONSES = 'tests/component/late-responses.test.tsx';
const FAILURE_POLICY = 'tests/unit/failure-policy.test.ts';

const SESSION = 'src/use-cases/session/session.ts';
const RESET = 'src/stores/reset.ts';

/** What ends a session, and which data of an account remains after it. */
export const SESSION_MUTATIONS: readonly Mutation[] = [
  {
    rule: 'SES-02',
    name: 'a log-out leaves local storage',
    file: SESSION,
    change: { symbol: 'endSession', kind: 'removeCall', callee: 'localStorage.clear' },
    tests: LOGGED_OUT,
  },
  {
    rule: 'SES-05',
    name: 'drafts are lost when the session expires',
    file: 'src/use-cases/session/session.ts',
    change: {
      symbol: 'hideSession',
      kind: 'replaceText',
      find: 'resetSessionStores()',
      replacement: 'resetStores()',
    },
    tests: 'tests/component/session-start.test.tsx',
  },
  {
    rule: 'REL-34',
    name: 'no one is told what waits for a login',
    file: 'src/use-cases/outbox/outbox.ts',
    change: { symbol: 'readOutbox', kind: 'removeProperty', property: 'parked' },
    tests: 'tests/component/session.test.tsx',
  },
  {
    rule: 'ACC-30',
    name: 'what is typed in a form is lost when the session expires',
    file: 'src/use-cases/session/session.ts',
    change: { symbol: 'continueSessionOf', kind: 'removeCall', callee: 'restoreFormDrafts' },
    tests: 'tests/component/expired-session-forms.test.tsx',
  },
  {
    rule: 'SES-03',
    name: 'a lost network ends the session',
    file: 'src/app/failure-policy.ts',
    change: {
      symbol: 'endsSession',
      kind: 'replaceText',
      find: "failure.kind === 'timeout'",
      replacement: "(failure.kind === 'timeout' || failure.kind === 'offline')",
    },
    tests: FAILURE_POLICY,
  },
  {
    rule: 'SES-04',
    name: 'a log-out leaves the private caches',
    file: SESSION,
    change: { symbol: 'endSessionOfWorker', kind: 'removeCall', callee: 'deletePrivateCaches' },
    tests: LOGGED_OUT,
  },
  {
    rule: 'SES-04',
    name: "a log-out leaves the service worker's copy of the token",
    file: SESSION,
    change: { symbol: 'endSessionOfWorker', kind: 'removeCall', callee: 'saveSessionForWorker' },
    tests: LOGGED_OUT,
  },
  {
    rule: 'SES-04',
    name: 'a log-out leaves the notifications that are shown',
    file: SESSION,
    change: { symbol: 'endSessionOfWorker', kind: 'removeCall', callee: 'orWarn' },
    tests: LOGGED_OUT,
  },
  {
    rule: 'SES-04',
    name: 'a log-out leaves the deliveries',
    file: RESET,
    change: { symbol: 'resetSessionStores', kind: 'removeElement', element: 'useDelivery' },
    tests: LOGGED_OUT,
  },
  {
    rule: 'SES-04',
    name: 'a log-out keeps requests that the user chose to discard',
    file: SESSION,
    change: { symbol: 'logOutThisDevice', kind: 'condition', containing: 'retainUnsent', value: 'false' },
    tests: LOGGED_OUT,
  },
  {
    rule: 'SES-04',
    name: 'unsent requests are discarded when the session ends',
    file: SESSION,
    change: {
      symbol: 'endSession',
      kind: 'replaceCall',
      callee: 'purgeSentEntries',
      replacement: 'deleteEntries((owner) => owner === account)',
    },
    tests: LOGGED_OUT,
  },
  {
    rule: 'SES-04',
    name: 'other tabs are not told of a log-out',
    file: SESSION,
    change: { symbol: 'endSession', kind: 'removeCall', callee: 'postMessage' },
    tests: LOGGED_OUT,
  },
  {
    rule: 'SES-04',
    name: 'a package that arrives after the log-out is stored',
    file: 'src/use-cases/refresh-record.ts',
    change: { symbol: 'refreshRecord', kind: 'condition', containing: '!== account', value: 'false' },
    tests: LOGGED_OUT,
  },
  {
    rule: 'SES-04',
    name: 'a late response changes what another account sees',
    file: 'src/api/send-call.ts',
    change: {
      symbol: 'sendRequest',
      kind: 'replaceText',
      find: 'isForeign || isOfOldToken',
      replacement: 'isOfOldToken',
    },
    tests: LATE_RESPONSES,
  },
  {
    rule: 'REL-13',
    name: 'a late rejection of an earlier token ends the new session',
    file: 'src/api/send-call.ts',
    change: {
      symbol: 'sendRequest',
      kind: 'replaceText',
      find: 'isForeign || isOfOldToken',
      replacement: 'isForeign',
    },
    tests: LATE_RESPONSES,
  },
  {
    rule: 'SES-04',
    name: 'the deliveries of another account are shown',
    file: 'src/use-cases/deliveries/use-my-deliveries.ts',
    change: { symbol: 'useMyDeliveries', kind: 'condition', containing: 'stored.owner', value: 'true' },
    tests: 'tests/component/my-deliveries.test.tsx',
  },
  {
    rule: 'SES-04',
    name: 'the newest deliveries of another account are shown until the database has been read',
    file: 'src/use-cases/deliveries/use-my-deliveries.ts',
    change: { symbol: 'useMyDeliveries', kind: 'removeOperand', containing: '=== account' },
    tests: 'tests/component/my-deliveries.test.tsx',
  },
  {
    rule: 'SES-04',
    name: 'Back shows the page of an account that has logged out',
    file: 'src/pwa/bfcache.ts',
    change: { symbol: 'handleBackForwardCache', kind: 'removeCall', callee: 'location.reload' },
    tests: 'tests/component/back-forward-cache.test.tsx',
  },
];
