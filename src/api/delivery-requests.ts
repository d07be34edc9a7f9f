import type { RequestBody } from '../contract/endpoints.ts';
import { call } from './client.ts';

type DeliveryRequestOptions = { signal?: AbortSignal; isQuiet?: boolean; account?: string };

/** Quiet: an estimate never alerts and never blocks. */
export const estimatePrice = (body: RequestBody<'estimatePrice'>, signal?: AbortSignal) =>
  call('estimatePrice', { body, signal, isQuiet: true });

type SubmitOptions = { idempotencyKey: string; account?: string; signal: AbortSignal };

/** Quiet: only the outbox sends it, and shows what became of it. */
export const createDeliveryRequest = (body: RequestBody<'createDeliveryRequest'>, options: SubmitOptions) =>
  call('createDeliveryRequest', { body, ...options, isQuiet: true });

/** Quiet: only the outbox sends it, and shows what became of it. */
export const submitGuestRequest = (body: RequestBody<'submitGuestRequest'>, options: SubmitOptions) =>
  call('submitGuestRequest', { body, ...options, isQuiet: true });

export const editDeliveryRequest = (
  id: number,
  body: RequestBody<'editDeliveryRequest'>,
  options: DeliveryRequestOptions = {},
) => call('editDeliveryRequest', { params: { id }, body, ...options });
export const deleteDeliveryRequest = (id: number) => call('deleteDeliveryRequest', { params: { id } });
export const listDeliveryRequests = (options: DeliveryRequestOptions = {}) =>
  call('listDeliveryRequests', options);
export const getDeliveryRequest = (id: number, options: DeliveryRequestOptions = {}) =>
  call('getDeliveryRequest', { params: { id }, ...options });
