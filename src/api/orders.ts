import { call } from './client.ts';

/** The call is quiet if a form or a timer makes it, because the page itself shows the result. */
export const trackOrder = (
  orderGuid: string,
  options: { signal?: AbortSignal | undefined; isQuiet?: boolean } = {},
) => call('trackOrder', { params: { orderGuid }, ...options });
