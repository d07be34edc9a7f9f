import type { Fault } from './fault.ts';

const KEPT = 'tests/offline/kept-stores.test.ts';
const DRAFTS = 'tests/offline/drafts.test.ts';
const PAGE = 'tests/component/outbox-page.test.tsx';
const NO_DATABASE = 'tests/component/no-database.test.tsx';
const NETWORK = 'tests/component/connectivity.test.tsx';

/** What a device keeps or cannot keep, what was typed on it, and what it believes of its network. */
export const DEVICE_FAULTS: readonly Fault[] = [
  {
    rule: 'REL-07',
    name: 'a slice is written before it was read',
    file: 'src/stores/persist.ts',
    find: 'if (!hasRead) return;',
    replace: '',
    tests: 'tests/offline/early-writes.test.ts',
  },
  {
    rule: 'REL-07',
    name: 'one damaged item costs all the others',
    file: 'src/stores/persist.ts',
    find: 'v.fallback(v.array(v.unknown()), []),',
    replace: 'v.fallback(v.array(item), []),',
    tests: KEPT,
  },
  {
    rule: 'REL-07',
    name: 'what another version kept is thrown away',
    file: 'src/stores/persist.ts',
    find: 'version === slice.version ? state : (slice.migrate?.(state, version) ?? state);',
    replace: 'version === slice.version ? state : slice.migrate?.(state, version);',
    tests: KEPT,
  },
  {
    rule: 'REL-07',
    name: 'a store that cannot be read stops the app',
    file: 'src/stores/persist.ts',
    find: `        console.warn(\`The kept "\${name}" could not be read\`, error);
        return null;`,
    replace: '        throw error;',
    tests: KEPT,
  },
  {
    rule: 'REL-07',
    name: 'a full device stops the app',
    file: 'src/stores/persist.ts',
    find: `        console.warn(\`"\${name}" could not be kept\`, error);`,
    replace: '        throw error;',
    tests: KEPT,
  },
  {
    rule: 'REL-07',
    name: 'a device without IndexedDB stops the outbox and all that waits for it',
    file: 'src/flows/outbox.ts',
    find: `    next = undefined;
    console.warn('The outbox could not be read', error);`,
    replace: '    throw error;',
    tests: PAGE,
  },
  {
    rule: 'WIZ-32',
    name: 'what was kept replaces what was typed meanwhile',
    file: 'src/stores/drafts.ts',
    find: 'merge: (kept, current) => ({ ...current, ...join(kept, current) }),',
    replace: 'merge: (kept, current) => ({ ...current, ...kept }),',
    tests: DRAFTS,
  },
  {
    rule: 'WIZ-32',
    name: "one tab overwrites another tab's drafts",
    file: 'src/stores/drafts.ts',
    find: `  join,
});`,
    replace: '});',
    tests: DRAFTS,
  },
  {
    rule: 'WIZ-32',
    name: 'what was sent in one tab comes back as a draft from another',
    file: 'src/stores/drafts.ts',
    find: 'updatedAt <= clearedAt || updatedAt <= (removed[id] ?? -1);',
    replace: 'updatedAt <= clearedAt;',
    tests: DRAFTS,
  },
  {
    rule: 'WIZ-32',
    name: 'typing on puts the saving off for ever',
    file: 'src/stores/delayed-storage.ts',
    find: 'timer ??= setTimeout(() => void flush(), delayMs);',
    replace: 'clearTimeout(timer);\n        timer = setTimeout(() => void flush(), delayMs);',
    tests: DRAFTS,
  },
  {
    rule: 'REL-07',
    name: 'without a database nobody can sign out',
    file: 'src/flows/session.ts',
    find: "    console.warn('Answers to sent requests could not be deleted', error);",
    replace: '    throw error;',
    tests: NO_DATABASE,
  },
  {
    rule: 'REL-07',
    name: 'without a database nobody can sign in',
    file: 'src/flows/session.ts',
    find: "    console.warn('The worker has no copy of the session', error);",
    replace: '    throw error;',
    tests: NO_DATABASE,
  },
  {
    rule: 'SES-03',
    name: 'the browser is believed when it says that there is no network',
    file: 'src/pwa/connectivity.ts',
    find: "addEventListener('offline', () => void probe());",
    replace: "addEventListener('offline', () => useApp.getState().setReachable(false));",
    tests: NETWORK,
  },
  {
    rule: 'SES-03',
    name: 'the browser is believed when it says that there is a network',
    file: 'src/pwa/connectivity.ts',
    find: "addEventListener('online', () => void probe());",
    replace: "addEventListener('online', () => useApp.getState().setReachable(true));",
    tests: NETWORK,
  },
  {
    rule: 'SES-03',
    name: "a gateway's word counts as the server's",
    file: 'src/api/sign-of-life.ts',
    find: 'return response.status < 502;',
    replace: 'return response.status > 0;',
    tests: NETWORK,
  },
  {
    rule: 'REL-05',
    name: 'nothing is sent when the server is there again',
    file: 'src/pwa/connectivity.ts',
    find: '    if (isReachable) void drainNow();\n    else timer',
    replace: '    if (!isReachable) timer',
    tests: NETWORK,
  },
  {
    rule: 'REL-05',
    name: 'the page asks for nothing to be sent when it is opened',
    file: 'src/app/after-paint.ts',
    find: '  startOutbox();\n',
    replace: '',
    tests: 'tests/e2e/offline-submit.spec.ts',
  },
];
