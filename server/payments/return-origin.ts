const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns the origin that a customer returns to from the checkout page: the page's own origin if it is a loopback name,
 * else PUBLIC_URL. A forged header can therefore never choose the host.
 * @param origin the `Origin` header, which every browser sends with a POST
 */
export function returnOrigin(origin: string | undefined, publicUrl: string): string {
  if (origin === undefined || !URL.canParse(origin)) return publicUrl;
  const url = new URL(origin);
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname) ? url.origin : publicUrl;
}
