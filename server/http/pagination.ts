import * as v from 'valibot';
import { LIST_FILTERS } from '../../src/contract/list-filter.ts';
import { text } from '../../src/contract/text.ts';
import type { PageRequest, Position } from '../queries/page-request.ts';
import { validate } from './validate.ts';

export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 500;

/** The number of rows of one page, as a query parameter. */
export const PageSize = v.pipe(
  v.string(),
  v.digits('Must be a whole number'),
  v.transform(Number),
  v.minValue(1, 'Must be at least 1'),
  v.maxValue(MAX_PAGE_SIZE, `Must be at most ${MAX_PAGE_SIZE}`),
);

const PositionText = v.pipe(
  v.string(),
  // Nine digits of an id and the milliseconds of a time before the year 2286 fit into the database's types.
  v.regex(/^\d{1,13}-\d{1,9}$/, 'Must be the value from the Link header of the page before'),
);

const PageQuery = v.object({
  limit: v.optional(PageSize),
  after: v.optional(PositionText),
  filter: v.optional(v.picklist(LIST_FILTERS, `Must be one of ${LIST_FILTERS.join(', ')}`)),
  search: v.optional(v.pipe(text(100), v.trim())),
});

/**
 * Parses which page of a customer's list is requested; undefined without any parameter, which requests the whole list.
 * @throws ApiError 400
 */
export function pageOf(query: Record<string, string>): PageRequest | undefined {
  const { limit, after, filter, search } = validate(PageQuery, query);
  if ([limit, after, filter, search].every((parameter) => parameter === undefined)) return undefined;
  return {
    limit: limit ?? DEFAULT_PAGE_SIZE,
    after: after === undefined ? undefined : positionOf(after),
    filter: filter ?? 'all',
    search: search ?? '',
  };
}

export function positionText({ created, id }: Position): string {
  return `${created.getTime()}-${id}`;
}

function positionOf(text: string): Position {
  const [created, id] = text.split('-').map(Number);
  return { created: new Date(created ?? 0), id: id ?? 0 };
}

/**
 * Splits the rows of a query that read one row more than the page contains: that row tells whether more follow. The
 * rows are not counted, because counting is slow in a large table.
 */
export function splitPage<Row>(rows: Row[], limit: number): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? page.at(-1) : undefined };
}

/** The Link header (RFC 8288) to the next page: the same query, starting after `after`. */
export function nextLink(path: string, query: Record<string, string>, after: string | number): string {
  const next = new URLSearchParams({ ...query, after: String(after) });
  return `<${path}?${next}>; rel="next"`;
}
