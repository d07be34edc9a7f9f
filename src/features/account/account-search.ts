const ACCOUNT_TABS = ['profile', 'addresses', 'billing', 'security'] as const;
const BILLING_TABS = ['cards', 'history'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];
export type BillingTab = (typeof BILLING_TABS)[number];

/** The open tab of the account. It is in the URL, so that a reload and Back keep it. */
export type AccountSearch = { tab?: AccountTab | undefined; list?: BillingTab | undefined };

/** Invalid values are ignored. */
export function readAccountSearch({ tab, list }: Record<string, unknown>): AccountSearch {
  return {
    tab: ACCOUNT_TABS.find((name) => name === tab),
    list: BILLING_TABS.find((name) => name === list),
  };
}
