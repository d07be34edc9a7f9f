import { ShareButton } from '../ui/CopyButton.tsx';

/** Shares the tracking link through the device's share sheet, or copies it on devices that have none. (TRK-11) */
export function ShareTracking({ guid, size }: { guid: string; size?: 'sm' | 'md' }) {
  return (
    <ShareButton
      label="Share tracking"
      size={size}
      copiedLabel="Link copied"
      content={() => ({ title: 'Track this package', url: trackingUrl(guid) })}
    />
  );
}

export function trackingUrl(guid: string): string {
  return `${location.origin}/tracking?guid=${encodeURIComponent(guid)}`;
}
