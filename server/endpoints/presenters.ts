import { createHash } from 'node:crypto';
import type { Address } from '../../src/contract/address.ts';
import { addressLine } from '../../src/contract/address-line.ts';
import type { DeliveryRequest } from '../../src/contract/delivery-request.ts';
import type { Order, Tracking } from '../../src/contract/order.ts';
import type { User, UserSession } from '../../src/contract/user.ts';
import type { AddressRow } from '../queries/addresses.ts';
import type { DeliveryRequestRow } from '../queries/delivery-requests.ts';
import type { OrderWithHistory } from '../queries/orders.ts';
import type { SessionRow } from '../queries/sessions.ts';
import type { UserRow } from '../queries/users.ts';

/** Convert rows to responses of the contract. A column that is not listed here is never sent. */

export function presentUser(row: UserRow): User {
  return {
    name: row.name,
    email: row.email,
    phoneNumber: row.phoneNumber,
    vatNumber: row.vatNumber,
    hasMailUpdates: row.hasMailUpdates,
    isEmailConfirmed: row.emailConfirmed !== null,
    photo: null,
  };
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
  return {
    id: order.id,
    guid: order.guid,
    referenceNumber: order.referenceNumber,
    status: order.status,
    deliveryDate: order.deliveryDate,
    deliveryTime: order.deliveryTime,
    deliveredTime: order.deliveredTime?.toISOString() ?? null,
    history: order.history.map((event) => ({ type: event.type, time: event.time.toISOString() })),
  };
}

export function presentDeliveryRequest(
  row: DeliveryRequestRow,
  order: OrderWithHistory | undefined,
): DeliveryRequest {
  return {
    id: row.id,
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
    order: order === undefined ? null : presentOrder(order),
  };
}

/** What anyone with the tracking number may see: towns, dates and status. */
export function presentTracking(order: OrderWithHistory): Tracking {
  return { ...presentOrder(order), from: order.fromTown, to: order.toTown };
}
