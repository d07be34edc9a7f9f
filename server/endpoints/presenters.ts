import { createHash } from 'node:crypto';
import type { Address } from '../../src/contract/address.ts';
import { addressLine } from '../../src/contract/address-line.ts';
import type { DeliveryRequest } from '../../src/contract/delivery-request.ts';
import type { Order, Tracking } from '../../src/contract/order.ts';
import type { User, UserSession } from '../../src/contract/user.ts';
import type { AddressRow } from '../queries/addresses.ts';
import type { DeliveryRequestRow, DeliveryRequestWithPayment } from '../queries/delivery-requests.ts';
import type { OrderWithHistory } from '../queries/orders.ts';
import type { SessionRow } from '../queries/sessions.ts';
import type { UserRow } from '../queries/users.ts';

/** Convert rows to responses of the contract. A column that is not listed here is never sent. */

export function presentUser(row: UserRow): User {
  const { name, email, phoneNumber, vatNumber, hasMailUpdates } = row;
  const isEmailConfirmed = row.emailConfirmed !== null;
  return { name, email, phoneNumber, vatNumber, hasMailUpdates, isEmailConfirmed, photo: null };
}

/**
 * The id under which a session is listed. The session's own id ends it without a password (`endSessionById`), and so
 * only its device knows it.
 */
export function listedSessionId(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

export function presentSession(row: SessionRow, currentId: string): UserSession {
  return {
    id: listedSessionId(row.id),
    device: row.deviceName,
    created: row.created.toISOString(),
    lastUsed: row.lastUsed.toISOString(),
    isCurrent: row.id === currentId,
  };
}

export function presentAddress(row: AddressRow): Address {
  const { userId: _owner, created: _created, ...address } = row;
  return { ...address, address: addressLine(row) };
}

export function presentOrder(order: OrderWithHistory): Order {
  const { id, guid, referenceNumber, status, deliveryDate, deliveryTime } = order;
  const deliveredTime = order.deliveredTime?.toISOString() ?? null;
  const history = order.history.map(({ type, time }) => ({ type, time: time.toISOString() }));
  return { id, guid, referenceNumber, status, deliveryDate, deliveryTime, deliveredTime, history };
}

export function presentDeliveryRequest(
  row: DeliveryRequestRow & Partial<DeliveryRequestWithPayment>,
  order: OrderWithHistory | undefined,
): DeliveryRequest {
  return {
    id: row.id,
    referenceNumber: row.referenceNumber,
    created: row.created.toISOString(),
    lastModified: row.lastModified.toISOString(),
    pickUpSnapshot: row.pickUp,
    dropOffSnapshot: row.dropOff,
    weight: row.weight,
    volume: row.volume,
    width: row.width,
    length: row.length,
    height: row.height,
    deliveryNote: row.deliveryNote,
    deliveryType: row.deliveryType,
    isPriority: row.isPriority,
    isFragile: row.isFragile,
    status: row.status,
    estimatedPrice: row.priceCents / 100,
    currency: row.currency,
    unclearPlaces: row.unclearPlaces,
    assumedPrice: row.assumedPriceCents === null ? null : row.assumedPriceCents / 100,
    isPaymentProcessing: row.isPaymentProcessing,
    isPaymentRefunded: row.isPaymentRefunded,
    order: order === undefined ? null : presentOrder(order),
  };
}

/** What anyone with the tracking number may see: towns, dates and status. */
export function presentTracking(order: OrderWithHistory): Tracking {
  return { ...presentOrder(order), from: order.fromTown, to: order.toTown };
}
