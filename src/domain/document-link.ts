/** The link to a receipt or an invoice. Only http and https are allowed, because other schemes may run scripts. */
export function documentLink(url: string | null | undefined, base: string): string | undefined {
  if (!url) return undefined;
  try {
    const { protocol, href } = new URL(url, base);
    return protocol === 'http:' || protocol === 'https:' ? href : undefined;
  } catch {
    return undefined;
  }
}
