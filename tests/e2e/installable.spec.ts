import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import * as v from 'valibot';
import { expect, test } from './fixtures.ts';
import { installWorker } from './support/device.ts';

const Manifest = v.object({
  name: v.string(),
  short_name: v.string(),
  start_url: v.string(),
  display: v.literal('standalone'),
  icons: v.array(v.object({ src: v.string(), sizes: v.string(), type: v.string(), purpose: v.string() })),
});

test.use({ serviceWorkers: 'allow' });

test('Chromium reports no reason why the app could not be installed (REL-20)', async ({
  server,
  launchOptions,
}) => {
  // Chromium treats the context of a test as a private window, in which nothing can be installed, so this test uses a
  // separate profile.
  const profile = mkdtempSync(join(tmpdir(), 'send-profile-'));
  const context = await chromium.launchPersistentContext(profile, launchOptions);
  try {
    const page = await context.newPage();
    await page.goto(server.url);
    await installWorker(page);
    const devtools = await context.newCDPSession(page);
    const { errors, url } = await devtools.send('Page.getAppManifest');
    expect(url).toBe(`${server.url}/manifest.webmanifest`);
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test('The manifest has its stable identity, and its icons have the declared sizes', async ({
  server,
  page,
}) => {
  const response = await fetch(`${server.url}/manifest.webmanifest`);
  expect(response.headers.get('content-type')).toContain('application/manifest+json');
  const { icons, start_url } = v.parse(Manifest, await response.json());
  expect(icons.map((icon) => `${icon.sizes} ${icon.purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );

  await page.goto(start_url);
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect(size, src).toBe(sizes);
  }
});
