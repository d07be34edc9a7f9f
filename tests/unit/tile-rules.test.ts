import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { isCacheable, isFresh, isTileUrl } from '../../sw/tile-rules.ts';

const DAY = 24 * 3600_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');

function tile(headers: Record<string, string> = {}, status = 200): Response {
  return new Response('x', { status, headers: { 'content-type': 'image/png', ...headers } });
}

describe('A tile is cached (MAP-09)', () => {
  test('when it is a complete picture that was sent with CORS', () => {
    expect(isCacheable(tile())).toBe(true);
    expect(isCacheable(tile({ 'cache-control': 'public, max-age=86400' }))).toBe(true);
  });

  test.each([
    ['a 403', tile({}, 403)],
    ['a 404', tile({}, 404)],
    ['an error page with 200', tile({ 'content-type': 'text/html' })],
    ['marked no-store', tile({ 'cache-control': 'no-store' })],
    ['stale at once', tile({ 'cache-control': 'max-age=0' })],
    ['opaque, which counts as megabytes of quota', Response.error()],
  ])('not when it is %s', (_, response) => {
    expect(isCacheable(response)).toBe(false);
  });

  test('only from the configured server', () => {
    const { url } = DEFAULT_CONFIG.tiles;
    expect(isTileUrl(url, 'https://tile.openstreetmap.org/13/3953/2660.png')).toBe(true);
    expect(isTileUrl(url, 'https://tile.openstreetmap.org/13/3953/x.png')).toBe(false);
    expect(isTileUrl(url, 'https://tileXopenstreetmap.org/13/3953/2660.png')).toBe(false);
    expect(isTileUrl(url, 'https://evil.example/13/3953/2660.png')).toBe(false);
    expect(isTileUrl('https://t.example/{z}/{x}/{-y}', 'https://t.example/1/2/3')).toBe(true);
    expect(
      isTileUrl(
        'https://{s}.t.example/{z}/{x}/{y}{r}.png?key=a+b',
        'https://b.t.example/1/2/3@2x.png?key=a+b',
      ),
    ).toBe(true);
  });
});

describe('A cached tile is used without revalidation (MAP-09)', () => {
  const sent = (at: number, more: Record<string, string> = {}) =>
    tile({ date: new Date(at).toUTCString(), ...more });

  test('as long as its server allows', () => {
    expect(isFresh(sent(NOW - DAY, { 'cache-control': 'max-age=172800' }), NOW)).toBe(true);
    expect(isFresh(sent(NOW - 3 * DAY, { 'cache-control': 'max-age=172800' }), NOW)).toBe(false);
    expect(isFresh(sent(NOW - DAY, { expires: new Date(NOW + 1000).toUTCString() }), NOW)).toBe(true);
    expect(isFresh(sent(NOW - DAY, { expires: new Date(NOW - 1000).toUTCString() }), NOW)).toBe(false);
  });

  test('or else for seven days', () => {
    expect(isFresh(sent(NOW - 6.9 * DAY), NOW)).toBe(true);
    expect(isFresh(sent(NOW - 7.1 * DAY), NOW)).toBe(false);
    expect(isFresh(tile(), NOW)).toBe(true);
  });
});
