import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HEADER_PX } from '../../src/contract/constants.ts';

test('the theme has the height of the header from the constants', () => {
  expect(readFileSync('src/app/theme/tokens.css', 'utf8')).toContain(`--send-header: ${HEADER_PX}px;`);
});
