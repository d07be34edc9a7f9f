import { defineConfig } from '@playwright/test';
import { reportPath } from './scripts/test-suites.ts';
import { BROWSER_ARGS, findBrowser } from './tests/support/find-browser.ts';

const browser = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // As in vitest.config.ts, these limits only end tests that hang.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: reportPath('e2e') }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-IE',
    timezoneId: 'Europe/Dublin',
    // Installing the worker takes a third of the processor time of a short test. Tests of the installed app allow it.
    serviceWorkers: 'block',
    // No test examines animations, and drawing them takes processor time.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test takes a quarter of the run; `npm run test:e2e -- --trace retain-on-failure` records.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.path,
      // The name of offline-no-tls.spec.ts; a browser of its own would need another server, too.
      args: [...BROWSER_ARGS, '--host-resolver-rules=MAP send.house 127.0.0.1'],
      env: { ...cleanEnvironment(), ...browser.env },
    },
  },
});

function cleanEnvironment(): Record<string, string> {
  const set = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return Object.fromEntries(set);
}
