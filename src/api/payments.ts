import { LIST_PAGE_SIZE } from '../contract/constants.ts';
import { call } from './client.ts';

export const listPaymentMethods = ({ isQuiet = false } = {}) => call('listPaymentMethods', { isQuiet });
/** Quiet: the card form shows why a card was refused. */
export const addPaymentMethod = (paymentMethodId: string) =>
  call('addPaymentMethod', { body: { paymentMethodId }, isQuiet: true });
/** Quiet: a server that does not know this call saves cards without it. */
export const createSetupIntent = () => call('createSetupIntent', { isQuiet: true });
export const setDefaultPaymentMethod = (id: string) => call('setDefaultPaymentMethod', { params: { id } });
export const removePaymentMethod = (id: string) => call('removePaymentMethod', { params: { id } });
type PaymentPage = {
  after?: string;
  from?: string | undefined;
  to?: string | undefined;
  search?: string;
};

/** A page of the history, newest first. A server without pages ignores the parameters and returns the whole list. */
export const listPaymentPage = (page: PaymentPage = {}) => {
  const { after, from, to, search } = page;
  const query = { limit: LIST_PAGE_SIZE, after, from, to, search: search === '' ? undefined : search };
  return call('listPayments', { query, isQuiet: after !== undefined });
};
export const createPaymentSession = (id: number) => call('createPaymentSession', { params: { id } });
/** Quiet: the payment page shows why a card was refused. */
export const chargeSavedCard = (
  id: number,
  payment: { paymentMethodId: string; amount: number; currency: string },
) => call('chargeSavedCard', { params: { id }, body: payment, isQuiet: true });
/** The call is quiet, because the screen is still correct without these details. */
export const getDeliveryPayment = (id: number) =>
  call('getDeliveryPayment', { params: { id }, isQuiet: true });
