import type { DeliveryRequest } from '../../src/contract/delivery-request.ts';
import type { Order } from '../../src/contract/order.ts';
import { REQUEST_STATUS } from '../../src/contract/status.ts';

export const GUID = '7f3c9e1a-52d8-4b06-9c1e-0a4f6a1d2b3c';

export function aDelivery(overrides: Partial<DeliveryRequest> = {}): DeliveryRequest {
  return {
    id: 20417,
    created: '2026-11-19T10:12:00',
    lastModified: '2026-11-20T13:52:00',
    pickUpSnapshot: {
      name: '12 Leinster Road, Rathmines, Dublin',
      city: 'Rathmines',
      postalCode: 'D06',
      country: 'Ireland',
      latitude: 53.3242,
      longitude: -6.2653,
    },
    dropOffSnapshot: {
      name: '3 Abbey Street, Howth, Dublin',
      city: 'Howth',
      postalCode: 'D13',
      country: 'Ireland',
      latitude: 53.3879,
      longitude: -6.0653,
    },
    weight: 30,
    volume: 1.2,
    width: 1.2,
    length: 1,
    height: 1,
    deliveryNote: 'Ring the second bell',
    deliveryType: 1,
    isPriority: true,
    isFragile: true,
    status: REQUEST_STATUS.waitingPayment,
    estimatedPrice: 18.4,
    currency: 'EUR',
    order: null,
    ...overrides,
  };
}

export function anOrder(overrides: Partial<Order> = {}): Order {
  return {
    id: 9001,
    guid: GUID,
    referenceNumber: 'SND-20417',
    status: 3,
    deliveryDate: '2026-11-20',
    deliveryTime: '14:00 - 16:00',
    deliveredTime: null,
    history: [
      { type: 0, time: '2026-11-19T10:12:00' },
      { type: 2, time: '2026-11-19T10:31:00' },
      { type: 3, time: '2026-11-19T16:05:00' },
      { type: 4, time: '2026-11-20T11:20:00' },
      { type: 6, time: '2026-11-20T13:52:00' },
    ],
    ...overrides,
  };
}
