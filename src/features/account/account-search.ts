import * as v from 'valibot';

/** Which tab of the account is open; in the URL, so that a reload and Back keep it. What makes no sense is left out. */
export const AccountSearch = v.object({
  tab: v.fallback(v.optional(v.picklist(['profile', 'addresses', 'billing'])), undefined),
  list: v.fallback(v.optional(v.picklist(['cards', 'history'])), undefined),
});
export type AccountSearch = v.InferOutput<typeof AccountSearch>;
export type AccountTab = NonNullable<AccountSearch['tab']>;
export type BillingTab = NonNullable<AccountSearch['list']>;
