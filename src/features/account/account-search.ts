import * as v from 'valibot';

/** The open tab of the account. It is in the URL, so that a reload and Back keep it; invalid values are ignored. */
export const AccountSearch = v.object({
  tab: v.fallback(v.optional(v.picklist(['profile', 'addresses', 'billing', 'security'])), undefined),
  list: v.fallback(v.optional(v.picklist(['cards', 'history'])), undefined),
});
export type AccountSearch = v.InferOutput<typeof AccountSearch>;
export type AccountTab = NonNullable<AccountSearch['tab']>;
export type BillingTab = NonNullable<AccountSearch['list']>;
