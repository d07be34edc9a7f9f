import type { ReactNode } from 'react';

/** A package, or a delivery of the customer. */
export type NotifiedAbout = { kind: 'parcel'; guid: string } | { kind: 'delivery'; id: number };
export type RenderNotifications = (about: NotifiedAbout) => ReactNode;

export type TrackingProps = {
  /** The tracking number in the URL. */
  guid: string | undefined;
  onTrack: (guid: string | undefined) => void;
  renderNotifications?: RenderNotifications | undefined;
};
