import { usePayments } from '../../stores/payments.ts';
import { loadPage } from '../load-page.ts';
import { type ListPages, useListPages } from '../use-list-pages.ts';

type MorePaymentsOptions = {
  /** Only payments since this time, in the format of the API. */
  from: string | undefined;
  /** Only payments before this time. */
  to: string | undefined;
  search: string;
  /** How many of the stored payments fit the filters. */
  storedCount: number;
};

/** Shows the payment history step by step; its filters reach every payment of the customer. */
export function useMorePayments({ from, to, search, storedCount }: MorePaymentsOptions): ListPages {
  const { nextPayments, addPayments } = usePayments();
  return useListPages({
    filters: `${from} ${to}`,
    search,
    next: nextPayments,
    storedCount,
    loadPage: (after, query) => loadPage('listPayments', { after, from, to, search: query }, addPayments),
  });
}
