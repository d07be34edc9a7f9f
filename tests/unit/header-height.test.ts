import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HEADER_PX } from '../../src/contract/constants.ts';

test('the header has the height of the constants (LAY-01)', () => {
  expect(readFileSync('src/app/theme/tokens.css', 'utf8')).toContain(`--send-header: ${HEADER_PX}px;`);
});
