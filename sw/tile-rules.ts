const TILE_CACHE_MAX_AGE_MS = 7 * 24 * 3600_000;

/**
 * Returns whether an address matches the template of a tile layer: `{z}`, `{x}`, `{y}`, and possibly `{s}` and `{r}`.
 */
export function isTileUrl(template: string, url: string): boolean {
  const pattern = template
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{-?[zxy]\}/g, '-?\\d+')
    .replace('{s}', '\\w+')
    .replace('{r}', '(@2x)?');
  return new RegExp(`^${pattern.replace(/[{}]/g, '\\$&')}$`).test(url);
}

/** Returns whether a response is a complete picture that was sent with CORS by a server that allows caching. */
export function isCacheable(response: Response): boolean {
  return (
    response.status === 200 &&
    response.type !== 'opaque' &&
    /^image\//.test(response.headers.get('content-type') ?? '') &&
    !/\b(no-store|no-cache|max-age=0)\b/.test(response.headers.get('cache-control') ?? '')
  );
}

/**
 * Returns whether a cached tile may be shown without revalidation: until the expiry that its server set, else for seven
 * days.
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
