import { parseArgs } from 'node:util';
import { createBrowserFetch } from './browser-fetch.ts';
import { checkContract } from './check-contract.ts';

const USAGE = `npm run contract -- --base https://api.example/api [--hook https://api.example/hook]
  [--origin https://app.example]

Calls an API as the app does and says call by call what differs from the contract. It registers a user, makes
and deletes an address and a delivery request, and submits a guest's request: use a test installation. --origin
is the address of the app if the API has another one: the command then checks the CORS headers too.`;

function readOptions() {
  try {
    const address = { type: 'string' } as const;
    return parseArgs({ options: { base: address, hook: address, origin: address } }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return {};
  }
}

const values = readOptions();
const { base, origin } = values;
const wrong = Object.entries(values).filter(([, value]) => !/^https?:/.test(value) || !URL.canParse(value));
for (const [name] of wrong) console.error(`--${name} must begin with http:// or https://.`);
if (base === undefined || wrong.length > 0) {
  console.error(USAGE);
  process.exit(2);
}
const findings = await checkContract({
  apiBase: base,
  hookBase: values.hook ?? new URL('/hook', base).href,
  fetch: origin === undefined ? fetch : createBrowserFetch(new URL(origin).origin, fetch),
});
for (const { call, title, problems } of findings) {
  console.info(`${problems.length === 0 ? '✓' : '✗'} ${call}: ${title}`);
  for (const problem of problems) console.info(`    The response ${problem}.`);
}
const failed = findings.filter(({ problems }) => problems.length > 0).length;
console.info(`\n${findings.length - failed} checks passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
