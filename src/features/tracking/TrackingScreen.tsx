import { SessionSwitch } from '../../components/SessionSwitch.tsx';
import { useUser } from '../../stores/user.ts';
import { CustomerTracking } from './CustomerTracking.tsx';
import { GuestTracking } from './GuestTracking.tsx';

type TrackingScreenProps = {
  /** The tracking number in the URL. */
  guid: string | undefined;
  onTrack: (guid: string | undefined) => void;
};

export function TrackingScreen({ guid, onTrack }: TrackingScreenProps) {
  const account = useUser(({ user }) => user?.email);
  const number = guid?.trim() || undefined;
  return (
    <SessionSwitch
      account={account}
      visitor={<GuestTracking guid={number} onTrack={onTrack} />}
      customer={<CustomerTracking guid={number} onTrack={onTrack} />}
    />
  );
}
