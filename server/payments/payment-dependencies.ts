import type { Business } from '../config/business.ts';
import type { CoreDependencies } from '../dependencies.ts';
import type { PaymentRow, ProviderAccount } from '../queries/payments.ts';
import type { PaymentProvider } from './provider.ts';

export type PaymentDependencies = CoreDependencies & {
  provider: PaymentProvider;
  /** The account that was configured before. Its payments are finished, and no new ones are made there. */
  former?: PaymentProvider | undefined;
  /** The prices with their VAT, and what receipts say about the company. */
  business: Business;
};

/** What storing needs, which makes no calls to the provider. */
export type PaymentStoreDependencies = Omit<PaymentDependencies, 'provider' | 'former'>;

type AccountOf = Pick<PaymentRow, 'provider' | 'account'>;

/** Why a refund waits for an operator: no configured key belongs to the account in which the payment was made. */
export const ACCOUNT_CHANGED = 'account_changed';

/**
 * The dependencies with the account at the provider in which a payment was made: the current one, or the former one if
 * its key is configured. Returns undefined if no key belongs to it. An unknown account counts as the current one.
 */
export async function atAccountOf(
  dependencies: PaymentDependencies,
  payment: AccountOf,
): Promise<PaymentDependencies | undefined> {
  const { provider, former } = dependencies;
  if (await isAccountOf(provider, payment)) return dependencies;
  if (former === undefined || !(await isAccountOf(former, payment))) return undefined;
  return { ...dependencies, provider: former };
}

/** The accounts of the configured keys. A payment of an unknown account counts as one of the current account. */
export async function configuredAccounts({
  provider,
  former,
}: PaymentDependencies): Promise<{ current: ProviderAccount; former: ProviderAccount | undefined }> {
  const id = await provider.readAccountId();
  const formerId = (await former?.readAccountId()) ?? '';
  const isOther = formerId !== '' && formerId !== id;
  return {
    current: { provider: provider.name, ids: id === '' ? undefined : [id, ''] },
    former: isOther && former !== undefined ? { provider: former.name, ids: [formerId] } : undefined,
  };
}

export async function isAccountOf(provider: PaymentProvider, payment: AccountOf): Promise<boolean> {
  if (payment.provider !== provider.name) return false;
  return payment.account === '' || [payment.account, ''].includes(await provider.readAccountId());
}
