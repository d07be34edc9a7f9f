import type { ReactNode } from 'react';
import type { PushSubject } from '../../push/push-copy.ts';

export type RenderNotifications = (about: PushSubject) => ReactNode;

export type TrackingProps = {
  /** The tracking number in the URL. */
  guid: string | undefined;
  onTrack: (guid: string | undefined) => void;
  renderNotifications?: RenderNotifications | undefined;
};
