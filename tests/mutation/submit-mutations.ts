import type { Mutation } from './mutation.ts';

const OUTBOX = 'tests/offline/outbox.test.ts';
const ON_DISK = 'tests/offline/outbox-durability.test.ts';
const PAGE = 'tests/component/outbox-page.test.tsx';

/** From the button to the disk, and under one key to the server. */
export const SUBMIT_MUTATIONS: readonly Mutation[] = [
  {
    rule: 'REL-01',
    name: 'every attempt gets a key of its own',
    file: 'src/outbox/send-entry.ts',
    find: 'idempotencyKey: entry.id,',
    replace: 'idempotencyKey: crypto.randomUUID(),',
    tests: OUTBOX,
  },
  {
    rule: 'REL-01',
    name: '"saved" is said before it is on disk for sure',
    file: 'src/outbox/queue.ts',
    find: "durability: 'strict'",
    replace: "durability: 'relaxed'",
    tests: ON_DISK,
  },
  {
    rule: 'REL-01',
    name: 'an entry leaves the queue before its answer is stored',
    file: 'src/outbox/drain.ts',
    find: '  const result = await attempt(standing, wasUnknown, honours);',
    replace: `  await change(standing.id, ({ id }) => ({ state: 'done', id, doneAt: Date.now() }));
  const result = await attempt(standing, wasUnknown, honours);`,
    tests: OUTBOX,
  },
  {
    rule: 'REL-01',
    name: 'nothing on disk says that a request is on its way',
    file: 'src/outbox/drain.ts',
    find: `      ...current,
      state: 'sending',
      fate: 'unknown',`,
    replace: '      ...current,',
    tests: ON_DISK,
  },
  {
    rule: 'REL-01',
    name: 'the same draft again overwrites what may have left',
    file: 'src/outbox/queue.ts',
    find: "return isPending(entry) && entry.state !== 'sending' && entry.fate !== 'unknown';",
    replace: 'return isPending(entry);',
    tests: OUTBOX,
  },
  {
    rule: 'REL-01',
    name: 'what was sent is forgotten, and the same draft is ordered again',
    file: 'src/outbox/queue.ts',
    find: "    await keep(entry.id, { state: 'done', id: entry.id, doneAt: now } satisfies Entry, strict);",
    replace: '    await discard(entry.id);',
    tests: ON_DISK,
  },
  {
    rule: 'REL-01',
    name: '"saved" is said although the device could not save',
    file: 'src/use-cases/deliveries/submit-delivery-request.ts',
    find: "return { kind: 'unsaved' };",
    replace: "return { kind: 'queued' };",
    tests: PAGE,
  },
  {
    rule: 'WIZ-28',
    name: 'a draft is thrown away although nothing was saved',
    file: 'src/features/request/use-submit.ts',
    find: `      case 'unsaved':
        setFault`,
    replace: `      case 'unsaved':
        remove(submission.key);
        setFault`,
    tests: 'tests/component/wizard-summary.test.tsx',
  },
  {
    rule: 'REL-01',
    name: 'a request that is put right gets a new key',
    file: 'src/use-cases/outbox/pending-entries.ts',
    find: '    id: entry.id,\n',
    replace: '',
    tests: PAGE,
  },
  {
    rule: 'REL-01',
    name: 'a request leaves the queue before its draft is on disk',
    file: 'src/use-cases/outbox/pending-entries.ts',
    find: '  await flushDrafts();\n',
    replace: '',
    tests: PAGE,
  },
  {
    rule: 'REL-01',
    name: 'what is written in a tunnel is attempted there',
    file: 'src/outbox/drain.ts',
    find: 'return (await world.isReachable?.(mustCheck)) !== false;',
    replace: 'return (await world.isReachable?.(mustCheck)) !== undefined;',
    tests: OUTBOX,
  },
];
