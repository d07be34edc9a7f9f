import { OUTBOX_REQUEST_TIMEOUT_MS, READ_TIMEOUT_MS } from '../contract/constants.ts';
import type { RequestBody } from '../contract/endpoints.ts';
import type { FormCallOptions } from './call.ts';
import { call } from './client.ts';

export const registerUser = (body: RequestBody<'registerUser'>, options: FormCallOptions = {}) =>
  call('registerUser', { ...options, body });
export const login = (body: RequestBody<'login'>, options: FormCallOptions = {}) =>
  call('login', { ...options, body });
export const getUser = () => call('getUser', { isQuiet: true });
export const sendEmailCode = (email: string, options: FormCallOptions = {}) =>
  call('sendEmailCode', { ...options, body: { email } });
export const recoverPassword = (body: RequestBody<'recoverPassword'>, options: FormCallOptions = {}) =>
  call('recoverPassword', { ...options, body });
/** A quiet call, because the form itself shows the two possible errors. */
export const changePassword = (body: RequestBody<'changePassword'>, refusesWith401: boolean) =>
  call('changePassword', { body, refusesWith401, isQuiet: true });
export const editUser = (body: RequestBody<'editUser'>) => call('editUser', { body });
export const sendConfirmation = () => call('sendConfirmation');
export const setMailUpdates = (isEnabled: boolean) => call('setMailUpdates', { body: { isEnabled } });
/**
 * Ends the session on the server. The call is quiet, and a 401 only means that the session has already ended. The
 * token is read before this function returns.
 */
export const logOut = () =>
  call('logOut', { isQuiet: true, refusesWith401: true, signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
/** Ends a session without its token, which the device has deleted. */
export const endSessionById = (sessionId: string) =>
  call('endSessionById', {
    body: { sessionId },
    isQuiet: true,
    signal: AbortSignal.timeout(OUTBOX_REQUEST_TIMEOUT_MS),
  });
/** Quiet: the list itself says that it could not be loaded. */
export const listSessions = () => call('listSessions', { isQuiet: true });
/** Quiet: the dialog words the refusals of both calls. */
export const endSession = (id: string, password: string) =>
  call('endSession', { params: { id }, body: { password }, isQuiet: true });
export const endOtherSessions = (password: string) =>
  call('endOtherSessions', { body: { password }, isQuiet: true });
export const exportAccount = (signal: AbortSignal) => call('exportAccount', { signal });
/** Quiet: the dialog itself words the two refusals. */
export const deleteAccount = (password: string) =>
  call('deleteAccount', { body: { password }, isQuiet: true });
