import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const HEADER_PX = 64;

test('the theme has the height of the header that its spacer reserves', () => {
  expect(readFileSync('src/app/theme/tokens.css', 'utf8')).toContain(`--send-header: ${HEADER_PX}px;`);
});
