import * as v from 'valibot';
import { SEARCH_MAX_LENGTH } from '../../src/contract/constants.ts';
import { LIST_FILTERS } from '../../src/contract/list-filter.ts';
import { text } from '../../src/contract/text.ts';
import type {
  AddressPageRequest,
  AddressPosition,
  DeliveryPageRequest,
  PageRequest,
  PaymentPageRequest,
  Position,
} from '../queries/page-request.ts';
import { validate } from './validate.ts';

export const DEFAULT_PAGE_SIZE = 100;
/** Also of a list that is requested without parameters, which is the whole list of almost every customer. */
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

const SearchText = v.pipe(text(SEARCH_MAX_LENGTH), v.trim());

const Instant = v.pipe(
  v.string(),
  v.isoTimestamp('Must be a time such as 2026-11-22T00:00:00Z'),
  v.transform((value) => new Date(value)),
  // PostgreSQL has no year zero.
  v.minValue(new Date('0001-01-02T00:00:00Z'), 'Must be after the year 0'),
);

const Page = { limit: v.optional(PageSize), after: v.optional(PositionText), search: v.optional(SearchText) };
const AddressPage = v.object(Page);
const DeliveryPage = v.object({
  ...Page,
  filter: v.optional(v.picklist(LIST_FILTERS, `Must be one of ${LIST_FILTERS.join(', ')}`)),
  number: v.optional(SearchText),
});
const PaymentPage = v.object({ ...Page, from: v.optional(Instant), to: v.optional(Instant) });

/**
 * Parses which page of a customer's deliveries is requested; without any parameter the longest one.
 * @throws ApiError 400
 */
export function deliveryPageOf(query: Record<string, string>): DeliveryPageRequest {
  const parameters = validate(DeliveryPage, query);
  return {
    ...pageOf(parameters, toPosition),
    filter: parameters.filter ?? 'all',
    number: parameters.number,
  };
}

/** The same for a customer's payments. */
export function paymentPageOf(query: Record<string, string>): PaymentPageRequest {
  const parameters = validate(PaymentPage, query);
  return { ...pageOf(parameters, toPosition), from: parameters.from, to: parameters.to };
}

/** The same for a customer's saved addresses. */
export function addressPageOf(query: Record<string, string>): AddressPageRequest {
  return pageOf(validate(AddressPage, query), toAddressPosition);
}

export function positionText({ created, id }: Position): string {
  return `${created.getTime()}-${id}`;
}

export function addressPositionText({ isDefault, id }: AddressPosition): string {
  return `${isDefault ? 0 : 1}-${id}`;
}

function isEmpty(parameters: Record<string, unknown>): boolean {
  return Object.values(parameters).every((parameter) => parameter === undefined);
}

function pageOf<After>(
  parameters: v.InferOutput<typeof AddressPage>,
  toAfter: (first: number, id: number) => After,
) {
  const { limit, after, search } = parameters;
  const [first = 0, id = 0] = after?.split('-').map(Number) ?? [];
  return {
    limit: limit ?? (isEmpty(parameters) ? MAX_PAGE_SIZE : DEFAULT_PAGE_SIZE),
    after: after === undefined ? undefined : toAfter(first, id),
    search: search ?? '',
  };
}

function toPosition(time: number, id: number): Position {
  return { created: new Date(time), id };
}

function toAddressPosition(first: number, id: number): AddressPosition {
  return { isDefault: first === 0, id };
}

/**
 * Splits the rows of a query that read one row more than the page contains: that row tells whether more follow. The
 * rows are not counted, because counting is slow in a large table.
 */
export function splitPage<Row>(rows: Row[], limit: number): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? page.at(-1) : undefined };
}

/** All pages of a list, one after the other. */
export async function* allPages<Row>(
  read: (request: PageRequest<Position>) => Promise<{ page: Row[]; last: Position | undefined }>,
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
