export type QueryValue = string | number | boolean;
export type Query = Record<string, QueryValue | readonly QueryValue[] | undefined>;

/** The query part of a URL with its "?", or an empty text. An array becomes one `key=value` pair for each value. (CAL-08) */
export function queryString(query: Query): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [key, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
