import type { Body } from '../contract/endpoints.ts';
import { call } from './client.ts';

/** Quiet: an estimate never alerts and never blocks. */
export const estimatePrice = (body: Body<'estimatePrice'>, signal?: AbortSignal) =>
  call('estimatePrice', { body, signal, isQuiet: true });

/** Quiet: only the outbox sends it, and shows what became of it. */
export const createDeliveryRequest = (
  body: Body<'createDeliveryRequest'>,
  idempotencyKey: string,
  signal?: AbortSignal,
) => call('createDeliveryRequest', { body, idempotencyKey, signal, isQuiet: true });

/** Quiet: only the outbox sends it, and shows what became of it. */
export const submitGuestRequest = (
  body: Body<'submitGuestRequest'>,
  idempotencyKey: string,
  signal?: AbortSignal,
) => call('submitGuestRequest', { body, idempotencyKey, signal, isQuiet: true });

export const editDeliveryRequest = (id: number, body: Body<'editDeliveryRequest'>) =>
  call('editDeliveryRequest', { params: { id }, body });
export const deleteDeliveryRequest = (id: number) => call('deleteDeliveryRequest', { params: { id } });
export const listDeliveryRequests = (options: { signal?: AbortSignal; isQuiet?: boolean } = {}) =>
  call('listDeliveryRequests', options);
export const getDeliveryRequest = (id: number, options: { signal?: AbortSignal; isQuiet?: boolean } = {}) =>
  call('getDeliveryRequest', { params: { id }, ...options });
