import type { ListFilter } from '../../src/contract/list-filter.ts';

/** The last row of the previous page: when it was created, and its id. */
export type Position = { created: Date; id: number };

/** Which rows of a customer's list are requested. */
export type PageRequest = {
  limit: number;
  after: Position | undefined;
  filter: ListFilter;
  /** A part of the searched texts; an empty text finds every row. */
  search: string;
};
