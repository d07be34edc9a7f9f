import { call } from './client.ts';

export const listPaymentMethods = () => call('listPaymentMethods');
/** Quiet: the card form shows why a card was refused. */
export const addPaymentMethod = (paymentMethodId: string) =>
  call('addPaymentMethod', { body: { paymentMethodId }, isQuiet: true });
export const setDefaultPaymentMethod = (id: string) => call('setDefaultPaymentMethod', { params: { id } });
export const removePaymentMethod = (id: string) => call('removePaymentMethod', { params: { id } });
export const listPayments = () => call('listPayments');
export const createPaymentSession = (id: number) => call('createPaymentSession', { params: { id } });
/** The call is quiet, because the screen is still correct without these details. */
export const getDeliveryPayment = (id: number) =>
  call('getDeliveryPayment', { params: { id }, isQuiet: true });
