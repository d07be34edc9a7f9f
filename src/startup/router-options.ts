import { PageFailure } from '../app/PageFailure.tsx';
import { PagePending } from '../app/PagePending.tsx';

/** The options that decide about the structure of the rendered tree: prerendering and hydration must share them. */
export const routerOptions = {
  defaultErrorComponent: PageFailure,
  defaultPendingComponent: PagePending,
  parseSearch,
  stringifySearch,
};

/**
 * Reads every parameter as text, and the first one of those that are repeated. By default the router parses values as
 * JSON, which changes what people typed: "1e5" would become 100000.
 */
function parseSearch(query: string): Record<string, string> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.get(name) ?? '']));
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const query = String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])));
  return query && `?${query}`;
}
