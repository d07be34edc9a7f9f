import type { Fault } from './fault.ts';

const OUTBOX = 'tests/offline/outbox.test.ts';

export const OFFLINE_FAULTS: readonly Fault[] = [
  {
    name: 'a 500 counts as sent',
    file: 'src/outbox/drain.ts',
    find: "if (failure.status >= 500) return waitLonger(entry, 'unknown', failure.retryAfterMs);",
    replace: "if (failure.status >= 500) return refused(entry, 'refused', { status: 500, errors: [] });",
    tests: OUTBOX,
  },
  {
    name: 'a request that got no answer is given up',
    file: 'src/outbox/drain.ts',
    find: "      return waitLonger(entry, 'unknown', undefined);\n    case 'http'",
    replace: "      return refused(entry, 'refused', { status: 0, errors: [] });\n    case 'http'",
    tests: OUTBOX,
  },
  {
    name: 'every attempt gets a key of its own',
    file: 'src/outbox/attempt.ts',
    find: 'idempotencyKey: entry.id,',
    replace: 'idempotencyKey: crypto.randomUUID(),',
    tests: OUTBOX,
  },
  {
    name: 'another account sends what is not its own',
    file: 'src/outbox/drain.ts',
    find: '(entry.owner === null || entry.owner === account)',
    replace: 'true',
    tests: OUTBOX,
  },
  {
    name: 'two tabs drain at once',
    file: 'src/outbox/drain.ts',
    find: 'return navigator.locks.request(LOCK, () => drainLocked(world, shouldForget));',
    replace: 'return drainLocked(world, shouldForget);',
    tests: OUTBOX,
  },
  {
    name: 'a hook that honours no keys is sent to again without asking',
    file: 'src/outbox/attempt.ts',
    find: "if (wasUnknown && !honours.hook) return { kind: 'unsure' };",
    replace: '',
    tests: OUTBOX,
  },
  {
    name: 'a slice is written before it was read',
    file: 'src/stores/persist.ts',
    find: 'if (!hasRead) return;',
    replace: '',
    tests: 'tests/offline/early-writes.test.ts',
  },
];
