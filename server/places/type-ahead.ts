/** The usage policy of the public Nominatim allows one request per second per application, and no type-ahead. */
export function isPublicNominatim(url: string): boolean {
  return URL.canParse(url) && /(^|\.)openstreetmap\.org\.?$/i.test(new URL(url).hostname);
}

/** Whether the page may send `/geocode/search` requests while a user types, given this upstream. */
export function permitsTypeAhead(nominatimUrl: string | undefined): boolean {
  return nominatimUrl === undefined || !isPublicNominatim(nominatimUrl);
}
