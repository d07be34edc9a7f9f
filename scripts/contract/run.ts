import { parseArgs } from 'node:util';
import { checkContract } from './check-contract.ts';

const USAGE = `npm run contract -- --base https://api.example/api [--hook https://api.example/hook]

Calls an API as the app does and says call by call what differs from the contract. It registers a user, makes
and deletes an address and a delivery request, and submits a guest's request: use a test installation.`;

function readOptions() {
  try {
    return parseArgs({ options: { base: { type: 'string' }, hook: { type: 'string' } } }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return {};
  }
}

const values = readOptions();
if (values.base === undefined || !URL.canParse(values.base)) {
  console.error(USAGE);
  process.exit(2);
}
const hookBase = values.hook ?? new URL('/hook', values.base).href;
const findings = await checkContract({ apiBase: values.base, hookBase, fetch });
for (const { call, title, problems } of findings) {
  console.info(`${problems.length === 0 ? '✓' : '✗'} ${call}: ${title}`);
  for (const problem of problems) console.info(`    The response ${problem}.`);
}
const failed = findings.filter(({ problems }) => problems.length > 0).length;
console.info(`\n${findings.length - failed} checks passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
