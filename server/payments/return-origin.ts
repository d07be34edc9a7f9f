const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Where a customer comes back to from the checkout page: the page's own origin if that is PUBLIC_URL or a
 * loopback name, else PUBLIC_URL. Nobody is ever sent to a host that a header made up.
 */
export function returnOrigin(
  call: { origin: string | undefined; host: string | undefined },
  publicUrl: string,
): string {
  const claimed = call.origin ?? (call.host === undefined ? undefined : `http://${call.host}`);
  if (claimed === undefined || !URL.canParse(claimed)) return publicUrl;
  const url = new URL(claimed);
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname) ? url.origin : publicUrl;
}
