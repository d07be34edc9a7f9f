import { READ_TIMEOUT_MS } from '../contract/constants.ts';
import type { RequestBody } from '../contract/endpoints.ts';
import { call } from './client.ts';

export const registerUser = (body: RequestBody<'registerUser'>, signal?: AbortSignal) =>
  call('registerUser', { body, signal });
export const login = (body: RequestBody<'login'>, signal?: AbortSignal) => call('login', { body, signal });
export const getUser = () => call('getUser', { isQuiet: true });
export const sendEmailCode = (email: string, signal?: AbortSignal) =>
  call('sendEmailCode', { body: { email }, signal });
export const recoverPassword = (body: RequestBody<'recoverPassword'>, signal?: AbortSignal) =>
  call('recoverPassword', { body, signal });
/** Quiet: the form itself words the two refusals. */
export const changePassword = (body: RequestBody<'changePassword'>, refusesWith401: boolean) =>
  call('changePassword', { body, refusesWith401, isQuiet: true });
export const editUser = (name: string) => call('editUser', { body: { name } });
export const setMailUpdates = (isEnabled: boolean) => call('setMailUpdates', { body: { isEnabled } });
/**
 * Ends the session at the server. Quiet, and a 401 says only that it has ended already; the token is read before
 * this function returns.
 */
export const logOut = () =>
  call('logOut', { isQuiet: true, refusesWith401: true, signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
