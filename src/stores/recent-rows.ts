import { create } from 'zustand';
import { combine } from 'zustand/middleware';
import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { type TrackedPackage, useTracked } from './tracked.ts';
import { currentAccount } from './user.ts';

/**
 * The newest rows of the lists, in local storage. Unlike the database, local storage is read synchronously, so that the
 * first frame after hydration shows these rows. Those of the database then replace them. (LAY-35)
 */
export const RECENT_ROWS_KEY = 'recent-rows';
/** Raise it when the schema of a delivery or of a tracked package changes. A test fails if that is forgotten. */
export const RECENT_ROWS_VERSION = 5;
export const RECENT_ROWS_MAX = 5;

export type RecentDeliveries = {
  list: readonly DeliveryRequest[];
  /** When the whole list was last confirmed by the server. */
  listUpdatedAt: number;
  /** When each delivery was last confirmed, by id. */
  updatedAt: Readonly<Record<string, number>>;
};
export type RecentRows = {
  /** The account to which the rows belong; undefined for a guest. */
  account?: string | undefined;
  deliveries?: RecentDeliveries | undefined;
  tracked: TrackedPackage[];
};

const EMPTY: { owner: string | undefined; deliveries: RecentDeliveries | undefined } = {
  owner: undefined,
  deliveries: undefined,
};

/** The deliveries that the lists show until the database has been read. */
export const useRecentDeliveries = create(combine(EMPTY, (set) => ({ reset: () => set(EMPTY) })));

/** Reads the rows of the current account. Rows of another account, of another version or damaged ones are deleted. */
export function restoreRecentRows(): void {
  try {
    const text = localStorage.getItem(RECENT_ROWS_KEY);
    if (text === null) return;
    const rows = parseRows(text);
    const account = currentAccount();
    if (rows === undefined || rows.account !== account) {
      localStorage.removeItem(RECENT_ROWS_KEY);
      return;
    }
    useRecentDeliveries.setState({ owner: account, deliveries: rows.deliveries });
    useTracked.setState({ list: rows.tracked });
  } catch (error) {
    console.info('The newest rows could not be read', error);
  }
}

/**
 * The schemas are not loaded before hydration. The rows were valid when this version of the app wrote them, and the
 * checksum tells whether they are unchanged.
 */
function parseRows(stored: string): RecentRows | undefined {
  const [, version, checksum, text = ''] = /^(\d+) (\d+) (.*)$/s.exec(stored) ?? [];
  if (Number(version) !== RECENT_ROWS_VERSION || Number(checksum) !== checksumOf(text)) return undefined;
  const rows: unknown = JSON.parse(text);
  return isRecentRows(rows) ? rows : undefined;
}

function isRecentRows(rows: unknown): rows is RecentRows {
  return typeof rows === 'object' && rows !== null && 'tracked' in rows && Array.isArray(rows.tracked);
}

/** FNV-1a, a hash that detects damage. It does not protect against deliberate changes. */
export function checksumOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
