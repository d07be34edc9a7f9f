const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns the origin that a customer returns to from the checkout page: the page's own origin if it is PUBLIC_URL or a
 * loopback name, else PUBLIC_URL. A forged header can therefore never choose the host.
 */
export function returnOrigin(
  call: { origin: string | undefined; host: string | undefined },
  publicUrl: string,
): string {
  return loopbackOrigin(call.origin) ?? hostOrigin(call, publicUrl) ?? publicUrl;
}

/**
 * A caller that sends no Origin is identified only by its Host. Behind a proxy that does not forward Host (nginx's
 * default), Host is the server's own loopback address, so it counts only if PUBLIC_URL is a loopback address too.
 */
function hostOrigin(
  { origin, host }: { origin: string | undefined; host: string | undefined },
  publicUrl: string,
): string | undefined {
  if (origin !== undefined || host === undefined) return undefined;
  return LOOPBACK.has(new URL(publicUrl).hostname) ? loopbackOrigin(`http://${host}`) : undefined;
}

function loopbackOrigin(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname) ? url.origin : undefined;
}
