import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Picture = { src: string; sizes: string; type?: string; purpose?: string };
const manifest: {
  id: string;
  start_url: string;
  scope: string;
  display: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string }[];
  share_target: unknown;
  launch_handler: unknown;
} = JSON.parse(readFileSync('manifest.webmanifest', 'utf8'));

/** Returns the width and the height of a PNG from its header. */
function sizeOf(path: string): string {
  const bytes = readFileSync(path);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('the manifest has what browsers need for installation, and a stable identity (REL-20)', () => {
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' });
  const purposes = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  expect(purposes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
});

test('each picture of the manifest exists in the declared size (REL-20)', () => {
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    expect(existsSync(`public${src}`), src).toBe(true);
    if (src.endsWith('.png')) expect(sizeOf(`public${src}`), src).toBe(sizes);
  }
});

test('the manifest has shortcuts, a share target and one window (INS-20, INS-21)', () => {
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual([
    'Request a Delivery',
    'Track a Package',
    'My Deliveries',
    'Waiting to send',
  ]);
  expect(manifest.share_target).toEqual({
    action: '/tracking',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  });
  expect(manifest.launch_handler).toEqual({ client_mode: ['navigate-existing', 'auto'] });
});
