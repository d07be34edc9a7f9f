import type { ReactNode } from 'react';

/** A package, or a delivery of the customer. */
export type NotifiedAbout = { kind: 'parcel'; guid: string } | { kind: 'delivery'; id: number };
/** Renders the offer of notifications. */
export type RenderNotifications = (about: NotifiedAbout) => ReactNode;
