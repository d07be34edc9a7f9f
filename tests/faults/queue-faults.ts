import type { Fault } from './fault.ts';

const OUTBOX = 'tests/offline/outbox.test.ts';
const ON_DISK = 'tests/offline/on-disk.test.ts';
const PUT_ASIDE = 'tests/offline/put-aside.test.ts';
const PAGE = 'tests/component/outbox-page.test.tsx';

/** Refused and parked entries, whose turn it is, and what wakes the queue. */
export const QUEUE_FAULTS: readonly Fault[] = [
  {
    rule: 'REL-03',
    name: 'a refused request is dropped',
    file: 'src/outbox/drain.ts',
    find: `    state: 'needsAttention',
    fate,
    lastTryAt: Date.now(),`,
    replace: `    state: 'done' as 'needsAttention',
    doneAt: Date.now(),
    fate,
    lastTryAt: Date.now(),`,
    tests: OUTBOX,
  },
  {
    rule: 'REL-03',
    name: 'a refused request is sent again by itself',
    file: 'src/outbox/drain.ts',
    find: "    (entry.state === 'queued' || entry.state === 'sending') &&\n",
    replace: '',
    tests: ON_DISK,
  },
  {
    rule: 'REL-03',
    name: 'a request that waits holds up the next',
    file: 'src/outbox/drain.ts',
    find: 'const due = waiting.find(',
    replace: 'const due = waiting.slice(0, 1).find(',
    tests: ON_DISK,
  },
  {
    rule: 'REL-07',
    name: 'one damaged record stops the queue',
    file: 'src/outbox/queue.ts',
    find: '.flatMap(([, value]) => parse(value) ?? [])',
    replace: '.map(([, value]) => v.parse(Entry, value))',
    tests: ON_DISK,
  },
  {
    rule: 'REL-07',
    name: 'a database that was closed under the page stays closed',
    file: 'src/outbox/database.ts',
    find: `        database.close();
        forget();`,
    replace: '        database.close();',
    tests: ON_DISK,
  },
  {
    rule: 'REL-07',
    name: 'a database of a newer version is not opened',
    file: 'src/outbox/database.ts',
    find: 'await opened(name, undefined, store, forget);',
    replace: 'await opened(name, 1, store, forget);',
    tests: PUT_ASIDE,
  },
  {
    rule: 'REL-07',
    name: 'a database without its store never gets it',
    file: 'src/outbox/database.ts',
    find: '  if (found.objectStoreNames.contains(store)) return found;\n',
    replace: '  if (found) return found;\n',
    tests: PUT_ASIDE,
  },
  {
    rule: 'REL-07',
    name: 'a database that does not open is waited for without end',
    file: 'src/outbox/database.ts',
    find: 'afterPatience(OPEN_PATIENCE_S, ',
    replace: 'afterPatience(Number.MAX_VALUE, ',
    tests: PUT_ASIDE,
  },
  {
    rule: 'REL-01',
    name: 'a request that is edited on a full device leaves the queue without being kept as a draft',
    file: 'src/flows/waiting.ts',
    find: 'if (await isKept(entry.id)) await',
    replace: 'await',
    tests: PAGE,
  },
  {
    rule: 'REL-05',
    name: 'a page that is put aside keeps its transactions, and every other page waits',
    file: 'src/outbox/database.ts',
    find: `    cutOff.add(transaction);
    abort(transaction);`,
    replace: '    cutOff.add(transaction);',
    tests: PUT_ASIDE,
  },
  {
    rule: 'REL-01',
    name: 'a database that never answers is waited for without end',
    file: 'src/outbox/database.ts',
    find: 'if (ticks < seconds) return;',
    replace: 'return;',
    tests: PUT_ASIDE,
  },
  {
    rule: 'REL-03',
    name: 'the reason of a refusal is lost',
    file: 'src/outbox/drain.ts',
    find: '        ...(failure.problem?.title !== undefined && { code: failure.problem.title }),\n',
    replace: '',
    tests: OUTBOX,
  },
  {
    rule: 'REL-04',
    name: 'another account sends what is not its own',
    file: 'src/outbox/drain.ts',
    find: '(entry.owner === null || entry.owner === account)',
    replace: 'true',
    tests: OUTBOX,
  },
  {
    rule: 'REL-04',
    name: 'whoever signs in between the reading and the sending sends it',
    file: 'src/api/client.ts',
    find: 'if (options.account !== undefined && session?.account !== options.account) {',
    replace: 'if (options.account !== undefined && session === undefined) {',
    tests: OUTBOX,
  },
  {
    rule: 'REL-04',
    name: 'a 401 drops the request',
    file: 'src/outbox/drain.ts',
    find: "return { ...entry, state: 'needsSignIn', fate: fateBefore, lastTryAt: Date.now() };",
    replace: "return { ...entry, state: 'done' as 'needsSignIn', ...{ doneAt: Date.now() } };",
    tests: OUTBOX,
  },
  {
    rule: 'REL-04',
    name: 'the next sign-in, whosever, wakes what waited for another',
    file: 'src/flows/outbox.ts',
    find: ' || entry.owner !== account) continue;',
    replace: ') continue;',
    tests: PAGE,
  },
  {
    rule: 'REL-04',
    name: 'what waited for a session waits for ever',
    file: 'src/flows/session.ts',
    find: '  void outbox().then(({ requeueFor }) => requeueFor(user.email.toLowerCase()));\n',
    replace: '',
    tests: PAGE,
  },
  {
    rule: 'REL-04',
    name: "another account's requests are shown",
    file: 'src/flows/outbox.ts',
    find: 'const isMine = (owner: string | null) => owner === null || owner === account;',
    replace: 'const isMine = (_owner: string | null) => true;',
    tests: PAGE,
  },
  {
    rule: 'REL-05',
    name: 'two tabs drain at once',
    file: 'src/outbox/drain.ts',
    find: 'return navigator.locks.request(LOCK, () => drainLocked(world, shouldForget));',
    replace: 'return drainLocked(world, shouldForget);',
    tests: OUTBOX,
  },
  {
    rule: 'REL-05',
    name: 'what a dead context was sending is sent by nobody',
    file: 'src/outbox/drain.ts',
    find: "(entry.state === 'queued' || entry.state === 'sending')",
    replace: "entry.state === 'queued'",
    tests: OUTBOX,
  },
  {
    rule: 'REL-05',
    name: 'nothing is sent when the app starts',
    file: 'src/flows/outbox.ts',
    find: `    await showOutbox();
    await drainNow();
  });
}

/** Tries`,
    replace: `    await showOutbox();
  });
}

/** Tries`,
    tests: PAGE,
  },
  {
    rule: 'REL-05',
    name: 'nothing is sent when the browser is online again',
    file: 'src/flows/outbox.ts',
    find: "  addEventListener('online', () => void drainNow());\n",
    replace: '',
    tests: PAGE,
  },
  {
    rule: 'REL-05',
    name: 'nothing is sent when the page is looked at again',
    file: 'src/flows/outbox.ts',
    find: "if (document.visibilityState === 'visible') void drainNow();",
    replace: "if (document.visibilityState === 'hidden') void drainNow();",
    tests: PAGE,
  },
  {
    rule: 'REL-05',
    name: 'without Background Sync nothing is tried again by itself',
    file: 'src/flows/outbox.ts',
    find: '    plan(await drain(world, shouldForget));',
    replace: '    await drain(world, shouldForget);',
    tests: PAGE,
  },
  {
    rule: 'REL-05',
    name: 'the timer waits for longer than a minute',
    file: 'src/flows/outbox.ts',
    find: 'Math.min(Math.max(nextDueMs, 500), LONGEST_WAIT_MS)',
    replace: 'Math.max(nextDueMs, 500)',
    tests: PAGE,
  },
  {
    rule: 'REL-06',
    name: 'a hook that honours no keys is sent to again without asking',
    file: 'src/outbox/attempt.ts',
    find: "if (wasUnknown && !honours.hook) return { kind: 'unsure' };",
    replace: '',
    tests: OUTBOX,
  },
  {
    rule: 'REL-06',
    name: 'an API that honours no keys is sent to again without a look at its list',
    file: 'src/outbox/attempt.ts',
    find: 'if (!honours.api && wasUnknown) {',
    replace: 'if (honours.api && wasUnknown) {',
    tests: OUTBOX,
  },
];
