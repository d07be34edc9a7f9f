import { speedLabel } from '../domain/parcel.ts';
import { routeTitle } from '../domain/place-labels.ts';
import { ShareButton } from '../ui/CopyButton.tsx';

type ShareDeliveryProps = {
  guid: string | undefined;
  reference: string;
  request: Parameters<typeof routeTitle>[0] & Parameters<typeof speedLabel>[0];
  size?: 'sm' | 'md';
};

/** Shares the tracking link. No one else can open a delivery without a tracking number, so its text is shared instead. */
export function ShareDelivery({ guid, reference, request, size = 'sm' }: ShareDeliveryProps) {
  if (guid !== undefined) return <ShareTracking guid={guid} size={size} />;
  const text = `Delivery request ${reference}: ${routeTitle(request)}, ${speedLabel(request)}.`;
  const content = () => ({ title: 'Delivery request', text });
  return <ShareButton label="Share" size={size} copiedLabel="Copied" content={content} />;
}

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
