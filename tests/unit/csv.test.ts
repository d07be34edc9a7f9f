import { expect, test } from 'vitest';
import { toCsv } from '../../server/ops/payment-handlers.ts';

const cellOf = (value: string | number | null) =>
  toCsv({ a: () => value }, [value]).slice('a\r\n'.length, -'\r\n'.length);

test.each([
  ['=1+1', "'=1+1"],
  ['x;=1+1', '"x;\'=1+1"'],
  ['x; @SUM(A1)', '"x; \'@SUM(A1)"'],
  ['x,+1', '"x,\'+1"'],
  ['x\t-1', '"x\t\'-1"'],
  ['x\n=1', '"x\n\'=1"'],
  ['say "=1"', '"say ""\'=1"""'],
  [' =1', " '=1"],
  ['＝1', "'＝1"],
  ['=1;=2', '"\'=1;\'=2"'],
  ['12 Main Street; Dublin', '"12 Main Street; Dublin"'],
  ['a = b', 'a = b'],
])('The text %j is no formula in any language of a spreadsheet (PAY-15)', (text, cell) => {
  expect(cellOf(text)).toBe(cell);
});

test.each([
  [-12.5, '-12.5'],
  ['-12.50', '-12.50'],
  ['0', '0'],
  [null, ''],
])('The number %j stays a number (PAY-15)', (value, cell) => {
  expect(cellOf(value)).toBe(cell);
});
