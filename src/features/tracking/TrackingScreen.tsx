import { SessionSwitch } from '../../components/SessionSwitch.tsx';
import { SkeletonCard } from '../../components/SkeletonCard.tsx';
import { readTrackingInput } from '../../contract/tracking-number.ts';
import { currentAccount, useUser } from '../../stores/user.ts';
import { prerenderedComponent } from '../../ui/prerendered-component.ts';
import { GuestTracking } from './GuestTracking.tsx';
import type { RenderNotifications } from './render-notifications.ts';

/** A visitor does not load it. */
const CustomerTracking = prerenderedComponent(
  () => import('./CustomerTracking.tsx').then((file) => file.CustomerTracking),
  { fallback: <SkeletonCard />, showsFailure: true },
);

/** Loads what the page shows at once, before it is rendered or hydrated. */
export async function prepareTracking(): Promise<void> {
  if (import.meta.env.SSR || currentAccount() !== undefined) await CustomerTracking.preload();
}

type TrackingScreenProps = {
  /** The tracking number in the URL. */
  guid: string | undefined;
  onTrack: (guid: string | undefined) => void;
  renderNotifications?: RenderNotifications | undefined;
};

export function TrackingScreen({ guid, onTrack, renderNotifications }: TrackingScreenProps) {
  const account = useUser(({ user }) => user?.email);
  const number = guid === undefined ? undefined : numberIn(guid);
  return (
    <SessionSwitch
      account={account}
      visitor={<GuestTracking guid={number} onTrack={onTrack} renderNotifications={renderNotifications} />}
      customer={
        <CustomerTracking guid={number} onTrack={onTrack} renderNotifications={renderNotifications} />
      }
    />
  );
}

/** Before hydration the form submits its text as it is, which may be a link or a message. */
function numberIn(text: string): string | undefined {
  const entered = readTrackingInput(text);
  return (entered.kind === 'number' ? entered.number : text.trim()) || undefined;
}
