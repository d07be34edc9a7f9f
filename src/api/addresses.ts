import type { RequestBody } from '../contract/endpoints.ts';
import { call } from './client.ts';

export const listAddresses = (signal?: AbortSignal) => call('listAddresses', { signal, isQuiet: true });
export const createAddress = (body: RequestBody<'createAddress'>) => call('createAddress', { body });
export const editAddress = (id: number, body: RequestBody<'editAddress'>) =>
  call('editAddress', { params: { id }, body });
export const setDefaultPickUp = (id: number) => call('setDefaultPickUp', { params: { id } });
export const setDefaultDropOff = (id: number) => call('setDefaultDropOff', { params: { id } });
export const deleteAddress = (id: number) => call('deleteAddress', { params: { id } });
