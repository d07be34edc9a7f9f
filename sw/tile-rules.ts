import { TILE_CACHE_MAX_AGE_MS } from '../src/contract/constants.ts';

/** Whether an address is one that a tile layer makes of its template: `{z}`, `{x}`, `{y}`, perhaps `{s}` and `{r}`. */
export function isTileUrl(template: string, url: string): boolean {
  const pattern = template
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{[zxy]\}/g, '-?\\d+')
    .replace('{s}', '\\w+')
    .replace('{r}', '(@2x)?');
  return new RegExp(`^${pattern.replace(/[{}]/g, '\\$&')}$`).test(url);
}

/** A whole picture that was sent with CORS, by a server that lets it be kept. */
export function isCacheable(response: Response): boolean {
  return (
    response.status === 200 &&
    response.type !== 'opaque' &&
    /^image\//.test(response.headers.get('content-type') ?? '') &&
    !/\b(no-store|no-cache|max-age=0)\b/.test(response.headers.get('cache-control') ?? '')
  );
}

/**
 * Whether a kept tile may still be shown without asking: until the end that its server gave it, else for seven days.
 * @param now milliseconds
 */
export function isFresh(response: Response, now: number): boolean {
  const sentAt = Date.parse(response.headers.get('date') ?? '');
  const maxAge = /\bmax-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1];
  const expires = Date.parse(response.headers.get('expires') ?? '');
  if (maxAge !== undefined && !Number.isNaN(sentAt)) return now < sentAt + Number(maxAge) * 1000;
  if (!Number.isNaN(expires)) return now < expires;
  return Number.isNaN(sentAt) || now < sentAt + TILE_CACHE_MAX_AGE_MS;
}
