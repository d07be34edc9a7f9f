import { LIST_PAGE_SIZE } from '../contract/constants.ts';
import type { RequestBody } from '../contract/endpoints.ts';
import type { ListFilter } from '../contract/list-filter.ts';
import { call } from './client.ts';

type DeliveryRequestOptions = { signal?: AbortSignal; isQuiet?: boolean; account?: string };

/** A quiet call, because an estimate never shows an alert and never blocks. */
export const estimatePrice = (body: RequestBody<'estimatePrice'>, signal?: AbortSignal) =>
  call('estimatePrice', { body, signal, isQuiet: true });

type SubmitOptions = { idempotencyKey: string; account?: string; signal: AbortSignal };

/** A quiet call, because only the outbox makes it, and the outbox shows the outcome. */
export const createDeliveryRequest = (body: RequestBody<'createDeliveryRequest'>, options: SubmitOptions) =>
  call('createDeliveryRequest', { body, ...options, isQuiet: true });

/** A quiet call, because only the outbox makes it, and the outbox shows the outcome. */
export const submitGuestRequest = (body: RequestBody<'submitGuestRequest'>, options: SubmitOptions) =>
  call('submitGuestRequest', { body, ...options, isQuiet: true });

/** A quiet call, because the confirmation asks again later. */
export const getGuestRequest = (key: string, signal: AbortSignal) =>
  call('getGuestRequest', { params: { key }, signal, isQuiet: true });

export const getGuestPayment = (key: string, signal: AbortSignal) =>
  call('getGuestPayment', { params: { key }, signal, isQuiet: true });

export const createGuestPaymentSession = (key: string) =>
  call('createGuestPaymentSession', { params: { key } });

export const editDeliveryRequest = (
  id: number,
  body: RequestBody<'editDeliveryRequest'>,
  options: DeliveryRequestOptions = {},
) => call('editDeliveryRequest', { params: { id }, body, ...options });
export const deleteDeliveryRequest = (id: number) => call('deleteDeliveryRequest', { params: { id } });
export const listDeliveryRequests = (options: DeliveryRequestOptions = {}) =>
  call('listDeliveryRequests', options);
type DeliveryPage = { after?: string; filter?: ListFilter; number?: string; search?: string };

/** One page of the list, newest first. A server without pages ignores the parameters and returns the whole list. */
export const listDeliveryPage = (page: DeliveryPage) => {
  const { after, filter, number, search } = page;
  const query = { limit: LIST_PAGE_SIZE, after, filter, number, search: search === '' ? undefined : search };
  return call('listDeliveryRequests', { query, isQuiet: true });
};
export const getDeliveryRequest = (id: number, options: DeliveryRequestOptions = {}) =>
  call('getDeliveryRequest', { params: { id }, ...options });
