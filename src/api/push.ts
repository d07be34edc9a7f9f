import type { RequestBody } from '../contract/endpoints.ts';
import { call } from './client.ts';

/** All three are quiet, because the component that offers notifications shows what came of it. */
export const subscribeToDeliveries = (body: RequestBody<'subscribeToDeliveries'>) =>
  call('subscribeToDeliveries', { body, isQuiet: true });
export const subscribeToParcel = (orderGuid: string, body: RequestBody<'subscribeToParcel'>) =>
  call('subscribeToParcel', { params: { orderGuid }, body, isQuiet: true });
export const unsubscribePush = (body: RequestBody<'unsubscribePush'>) =>
  call('unsubscribePush', { body, isQuiet: true });
