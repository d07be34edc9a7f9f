import * as v from 'valibot';
import { SEARCH_MAX_LENGTH } from '../../src/contract/constants.ts';
import { LIST_FILTERS } from '../../src/contract/list-filter.ts';
import { text } from '../../src/contract/text.ts';
import { wholeNumber } from '../config/variables.ts';

export const DEFAULT_PAGE_SIZE = 100;
/** Also of a list that is requested without parameters, which is the whole list of almost every customer. */
const MAX_PAGE_SIZE = 500;

/** The number of rows of one page, as a query parameter. */
export const PageSize = v.pipe(
  wholeNumber('Must be a whole number', MAX_PAGE_SIZE, `Must be at most ${MAX_PAGE_SIZE}`),
  v.minValue(1, 'Must be at least 1'),
  v.description('Asks for one page of at most so many rows. A Link header leads to the next page.'),
);

const PositionText = v.pipe(
  v.string(),
  // Nine digits of an id and the milliseconds of a time before the year 2286 fit into the database's types.
  v.regex(/^\d{1,13}-\d{1,9}$/, 'Must be the value from the Link header of the page before'),
  v.description('Where the page begins: taken from the Link header of the page before.'),
);

const searchText = (description: string) =>
  v.optional(v.pipe(text(SEARCH_MAX_LENGTH), v.trim(), v.description(description)));

const instant = (description: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.isoTimestamp('Must be a time such as 2026-11-22T00:00:00Z'),
      v.description(description),
      v.transform((value) => new Date(value)),
      // PostgreSQL has no year zero.
      v.minValue(new Date('0001-01-02T00:00:00Z'), 'Must be after the year 0'),
      // An offset can lead into the year 10000, which JavaScript writes in another format.
      v.maxValue(new Date('9999-12-31T23:59:59.999Z'), 'Must be before the year 10000'),
    ),
  );

/** The last row of the previous page: when it was created, and its id. */
export type Position = { created: Date; id: number };

const Page = { limit: v.optional(PageSize), after: v.optional(PositionText) };

/** Which page of a customer's saved addresses is requested; without any parameter the longest one. */
export const AddressPage = v.pipe(
  v.object({ ...Page, search: searchText('Only addresses whose name or address contains this text.') }),
  v.transform((parameters) => {
    const { position, ...request } = pageOf(parameters);
    return { ...request, after: position && { isDefault: position[0] === 0, id: position[1] } };
  }),
);

/** The same for a customer's deliveries. */
export const DeliveryPage = v.pipe(
  v.object({
    ...Page,
    search: searchText('Only deliveries whose places, numbers, status or note contain this text.'),
    filter: v.optional(
      v.pipe(
        v.picklist(LIST_FILTERS, `Must be one of ${LIST_FILTERS.join(', ')}`),
        v.description('Only these deliveries: a tab of My Deliveries, or a status that the customer sees.'),
      ),
    ),
    number: searchText('Only the delivery with exactly this tracking number or reference.'),
  }),
  v.transform((parameters) => ({
    ...positionedPage(parameters),
    filter: parameters.filter ?? 'all',
    number: parameters.number,
  })),
);

/** The same for a customer's payments. */
export const PaymentPage = v.pipe(
  v.object({
    ...Page,
    search: searchText('Only payments whose route, numbers or description contain this text.'),
    from: instant('Only payments since this time.'),
    to: instant('Only payments before this time.'),
  }),
  v.transform((parameters) => ({
    ...positionedPage(parameters),
    from: parameters.from,
    to: parameters.to,
  })),
);

/** The requested pages. Default addresses are on the first page; an empty `search` finds every row. */
export type AddressPageRequest = v.InferOutput<typeof AddressPage>;
export type DeliveryPageRequest = v.InferOutput<typeof DeliveryPage>;
export type PaymentPageRequest = v.InferOutput<typeof PaymentPage>;

export function positionText({ created, id }: Position): string {
  return `${created.getTime()}-${id}`;
}

export function addressPositionText({ isDefault, id }: { isDefault: boolean; id: number }): string {
  return `${isDefault ? 0 : 1}-${id}`;
}

type PageParameters = { limit?: number | undefined; after?: string | undefined; search?: string | undefined };

function pageOf(parameters: PageParameters) {
  const { limit, after, search } = parameters;
  const isEmpty = Object.values(parameters).every((parameter) => parameter === undefined);
  const [first = 0, id = 0] = after?.split('-').map(Number) ?? [];
  const position: [number, number] | undefined = after === undefined ? undefined : [first, id];
  return { limit: limit ?? (isEmpty ? MAX_PAGE_SIZE : DEFAULT_PAGE_SIZE), position, search: search ?? '' };
}

function positionedPage(parameters: PageParameters) {
  const { position, ...request } = pageOf(parameters);
  const after: Position | undefined = position && { created: new Date(position[0]), id: position[1] };
  return { ...request, after };
}

/** Splits rows of which one more was read than the page contains: counting is slow in a large table. */
export function splitPage<Row>(rows: Row[], limit: number): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? page.at(-1) : undefined };
}

/** All pages of a list, one after the other. */
export async function* allPages<Row>(
  read: (request: ReturnType<typeof positionedPage>) => Promise<{ page: Row[]; last: Position | undefined }>,
): AsyncGenerator<Row[]> {
  let after: Position | undefined;
  do {
    const { page, last } = await read({ limit: MAX_PAGE_SIZE, after, search: '' });
    yield page;
    after = last;
  } while (after !== undefined);
}

/** The Link header (RFC 8288) to the next page: the same query, starting after `after`. */
export function nextLink(path: string, query: Record<string, string>, after: string | number): string {
  const next = new URLSearchParams({ ...query, after: String(after) });
  return `<${path}?${next}>; rel="next"`;
}
