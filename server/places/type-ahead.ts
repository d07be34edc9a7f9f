/** The public Nominatim: one request a second for a whole application, and none while a person types. */
export function isPublicNominatim(url: string): boolean {
  return URL.canParse(url) && /(^|\.)openstreetmap\.org\.?$/i.test(new URL(url).hostname);
}

/** Whether the page may ask `/geocode/search` at every key, with this upstream behind it. */
export function permitsTypeAhead(nominatimUrl: string | undefined): boolean {
  return nominatimUrl === undefined || !isPublicNominatim(nominatimUrl);
}
