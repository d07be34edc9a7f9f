import { LIST_PAGE_SIZE } from '../contract/constants.ts';
import type { RequestBody } from '../contract/endpoints.ts';
import { call } from './client.ts';

/**
 * A page of the addresses: the default ones and the oldest others, then the rest by age. A server without pages
 * ignores the parameters and returns the whole list.
 */
export const listAddressPage = ({ after, search }: { after?: string; search?: string }) => {
  const query = { limit: LIST_PAGE_SIZE, after, search: search === '' ? undefined : search };
  return call('listAddresses', { query, isQuiet: true });
};
export const createAddress = (body: RequestBody<'createAddress'>) => call('createAddress', { body });
export const editAddress = (id: number, body: RequestBody<'editAddress'>) =>
  call('editAddress', { params: { id }, body });
export const setDefaultPickUp = (id: number) => call('setDefaultPickUp', { params: { id } });
export const setDefaultDropOff = (id: number) => call('setDefaultDropOff', { params: { id } });
export const deleteAddress = (id: number) => call('deleteAddress', { params: { id } });
