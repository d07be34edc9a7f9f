import type { ListFilter } from '../../src/contract/list-filter.ts';

/** The last row of the previous page: when it was created, and its id. */
export type Position = { created: Date; id: number };

/** Which rows of a list that is sorted by `After` are requested. */
export type PageRequest<After> = {
  limit: number;
  after: After | undefined;
  /** A part of the searched texts; an empty text finds every row. */
  search: string;
};

export type DeliveryPageRequest = PageRequest<Position> & {
  filter: ListFilter;
  /** The tracking number or reference of the only delivery that is requested. */
  number: string | undefined;
};

/** `from` is inclusive, `to` is not. */
export type PaymentPageRequest = PageRequest<Position> & { from: Date | undefined; to: Date | undefined };

/** The last address of the previous page. Default addresses are on the first page. */
export type AddressPosition = { isDefault: boolean; id: number };
export type AddressPageRequest = PageRequest<AddressPosition>;
