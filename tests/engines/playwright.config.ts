import { defineConfig } from '@playwright/test';

/** Playwright only runs and reports these tests. It cannot drive Debian's builds, so the fixtures do. */
export default defineConfig<object, { engineName: 'Firefox' | 'WebKitGTK' }>({
  testDir: '.',
  outputDir: '../../node_modules/.cache/engines',
  globalSetup: './support/debian-browsers.ts',
  timeout: 120_000,
  workers: 1,
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'Firefox', use: { engineName: 'Firefox' } },
    { name: 'WebKitGTK', use: { engineName: 'WebKitGTK' } },
  ],
});
