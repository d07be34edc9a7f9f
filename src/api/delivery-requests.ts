import type { Body } from '../contract/endpoints.ts';
import { call } from './client.ts';

type Options = { signal?: AbortSignal; isQuiet?: boolean; account?: string };

/** Quiet: an estimate never alerts and never blocks. */
export const estimatePrice = (body: Body<'estimatePrice'>, signal?: AbortSignal) =>
  call('estimatePrice', { body, signal, isQuiet: true });

type Attempt = { idempotencyKey: string; account?: string; signal: AbortSignal };

/** Quiet: only the outbox sends it, and shows what became of it. */
export const createDeliveryRequest = (body: Body<'createDeliveryRequest'>, attempt: Attempt) =>
  call('createDeliveryRequest', { body, ...attempt, isQuiet: true });

/** Quiet: only the outbox sends it, and shows what became of it. */
export const submitGuestRequest = (body: Body<'submitGuestRequest'>, attempt: Attempt) =>
  call('submitGuestRequest', { body, ...attempt, isQuiet: true });

export const editDeliveryRequest = (id: number, body: Body<'editDeliveryRequest'>, options: Options = {}) =>
  call('editDeliveryRequest', { params: { id }, body, ...options });
export const deleteDeliveryRequest = (id: number) => call('deleteDeliveryRequest', { params: { id } });
export const listDeliveryRequests = (options: Options = {}) => call('listDeliveryRequests', options);
export const getDeliveryRequest = (id: number, options: Options = {}) =>
  call('getDeliveryRequest', { params: { id }, ...options });
