import { SessionSwitch } from '../../components/SessionSwitch.tsx';
import { readTrackingInput } from '../../domain/tracking-number.ts';
import { useUser } from '../../stores/user.ts';
import { CustomerTracking } from './CustomerTracking.tsx';
import { GuestTracking } from './GuestTracking.tsx';
import type { RenderNotifications } from './render-notifications.ts';

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
