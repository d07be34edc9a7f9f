import type { Body } from '../contract/endpoints.ts';
import { call } from './client.ts';

export const registerUser = (body: Body<'registerUser'>) => call('registerUser', { body });
export const login = (body: Body<'login'>) => call('login', { body });
export const getUser = () => call('getUser', { isQuiet: true });
export const sendEmailCode = (email: string) => call('sendEmailCode', { body: { email } });
export const recoverPassword = (body: Body<'recoverPassword'>) => call('recoverPassword', { body });
/** Quiet: the form itself words the two refusals. */
export const changePassword = (body: Body<'changePassword'>) =>
  call('changePassword', { body, isQuiet: true });
export const editUser = (name: string) => call('editUser', { body: { name } });
