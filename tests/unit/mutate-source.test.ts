import { describe, expect, test } from 'vitest';
import { mutateSource } from '../mutation/mutate-source.ts';
import type { Change } from '../mutation/mutation.ts';

const SOURCE = `// “Ünïcode” before the code must not shift it.
const LIMIT = 5;
export async function send(entry: Entry): Promise<void> {
  if (entry.isDone) return;
  await save(entry, { state: 'sending', retries: LIMIT });
  const label = entry.isUrgent && entry.isPaid ? 'now' : 'later';
  void log?.write(label);
}
const names = (list: string[]) => [...list, 'first', LIMIT];
const handlers = { send() { return load(); }, stop: () => load() };
`;

function mutate(change: Change): string {
  return mutateSource('src/example.ts', SOURCE, change);
}

describe('A mutation of a source file', () => {
  test.each<[Change, string, string]>([
    [{ symbol: 'LIMIT', kind: 'constant', value: '6' }, 'LIMIT = 5', 'LIMIT = 6'],
    [
      { symbol: 'send', kind: 'condition', containing: 'isDone', value: 'negated' },
      'if (entry.isDone)',
      'if (!(entry.isDone))',
    ],
    [
      { symbol: 'send', kind: 'condition', containing: 'isPaid', value: 'false' },
      'entry.isUrgent && entry.isPaid ?',
      'false ?',
    ],
    [
      { symbol: 'send', kind: 'removeOperand', containing: 'isPaid' },
      'entry.isUrgent && entry.isPaid',
      'entry.isUrgent && true',
    ],
    [
      { symbol: 'send', kind: 'removeCall', callee: 'save' },
      "await save(entry, { state: 'sending', retries: LIMIT });",
      ';',
    ],
    [{ symbol: 'send', kind: 'removeCall', callee: 'log.write' }, 'void log?.write(label);', ';'],
    [
      { symbol: 'send', kind: 'setProperty', property: 'state', value: "'queued'" },
      "state: 'sending'",
      "state: 'queued'",
    ],
    [{ symbol: 'send', kind: 'removeProperty', property: 'retries' }, 'retries: LIMIT', ''],
    [{ symbol: 'names', kind: 'removeElement', element: "'first'" }, " 'first',", ' '],
    [{ symbol: 'names', kind: 'returnEarly', value: 'list' }, "[...list, 'first', LIMIT]", '(list)'],
    [{ symbol: 'handlers.send', kind: 'removeCall', callee: 'load' }, 'return load()', 'return undefined'],
    [{ symbol: 'handlers.stop', kind: 'returnEarly' }, '() => load()', '() => (undefined)'],
    [
      { symbol: 'send', kind: 'replaceText', find: "'now'  :", replacement: "'soon' :" },
      "'now' :",
      "'soon' :",
    ],
  ])('%o', (change, before, after) => {
    expect(SOURCE).toContain(before);
    expect(mutate(change)).toBe(SOURCE.replace(before, after));
  });

  test('changes a property of JSON', () => {
    expect(
      mutateSource('app.webmanifest', '{ "display": "standalone" }', {
        symbol: 'display',
        kind: 'constant',
        value: '"browser"',
      }),
    ).toBe('{ "display": "browser" }');
  });

  test.each<[string, Change, string]>([
    ['an unknown symbol', { symbol: 'receive', kind: 'returnEarly' }, '0 declarations of receive'],
    [
      'an ambiguous place',
      { symbol: 'handlers', kind: 'removeCall', callee: 'load' },
      '2 places for {"kind":"removeCall","callee":"load"} in handlers',
    ],
    [
      'a place that does not exist',
      { symbol: 'send', kind: 'removeOperand', containing: 'isLate' },
      '0 places',
    ],
    [
      'a change without effect',
      { symbol: 'LIMIT', kind: 'constant', value: '5' },
      'leaves the file as it is',
    ],
    ['a change that does not parse', { symbol: 'LIMIT', kind: 'constant', value: '(' }, 'does not parse'],
  ])('is refused for %s', (_, change, message) => {
    expect(() => mutate(change)).toThrow(message);
  });
});
