import { call } from '../../api/client.ts';
import { LIST_PAGE_SIZE } from '../../domain/limits.ts';
import { usePayments } from '../../stores/payments.ts';
import { requestForAccount } from '../refresh-record.ts';
import { type ListPages, useListPages } from '../use-list-pages.ts';

type PaymentQuery = {
  /** Only payments since this time, in the format of the API. */
  from: string | undefined;
  /** Only payments before this time. */
  to: string | undefined;
  search: string;
};
type MorePaymentsOptions = PaymentQuery & {
  /** How many of the stored payments fit the filters. */
  storedCount: number;
};

/** Shows the payment history step by step; its filters reach every payment of the customer. */
export function useMorePayments({ from, to, search, storedCount }: MorePaymentsOptions): ListPages {
  const next = usePayments(({ nextPayments }) => nextPayments);
  return useListPages({
    filters: `${from} ${to}`,
    search,
    next,
    storedCount,
    loadPage: (after, query) => loadPaymentPage({ after, from, to, search: query }),
  });
}

async function loadPaymentPage(page: PaymentQuery & { after: string }): Promise<string | undefined | false> {
  const result = await requestForAccount(() =>
    call('listPayments', {
      query: { limit: LIST_PAGE_SIZE, ...page, search: page.search || undefined },
      isQuiet: true,
    }),
  );
  if (!result?.ok) return false;
  usePayments.getState().addPayments(result.value);
  return result.next;
}
