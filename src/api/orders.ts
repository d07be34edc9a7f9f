import { call } from './client.ts';

/** Quiet where a form or a timer asks: the page itself says what came of it. */
export const trackOrder = (
  orderGuid: string,
  options: { signal?: AbortSignal | undefined; isQuiet?: boolean } = {},
) => call('trackOrder', { params: { orderGuid }, ...options });
