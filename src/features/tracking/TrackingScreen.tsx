import { SessionSwitch } from '../../components/SessionSwitch.tsx';
import { SkeletonCard } from '../../components/SkeletonCard.tsx';
import { readTrackingInput } from '../../contract/tracking-number.ts';
import { useTracked } from '../../stores/tracked.ts';
import { currentAccount, useUser } from '../../stores/user.ts';
import { prerenderedComponent } from '../../ui/prerendered-component.ts';
import { findTrackedPackage } from '../../use-cases/tracking/look-up-package.ts';
import { GuestTracking, preloadResult } from './GuestTracking.tsx';
import type { TrackingProps } from './tracking-props.ts';

/** A guest does not load it. */
const CustomerTracking = prerenderedComponent(
  () => import('./CustomerTracking.tsx').then((file) => file.CustomerTracking),
  { fallback: <SkeletonCard />, showsFailure: true },
);

/** A network that does not respond must not delay hydration for long. */
const PRELOAD_WAIT_MS = 500;

/** Loads what the page shows at once, before it is rendered or hydrated. */
export async function prepareTracking(guid?: string): Promise<void> {
  if (import.meta.env.SSR || currentAccount() !== undefined) await CustomerTracking.preload();
  else if (guid !== undefined && findTrackedPackage(useTracked.getState().list, guid)) {
    await Promise.race([preloadResult(), new Promise((resolve) => setTimeout(resolve, PRELOAD_WAIT_MS))]);
  }
}

export function TrackingScreen({ guid, onTrack, renderNotifications }: TrackingProps) {
  const account = useUser(({ user }) => user?.email);
  const number = guid === undefined ? undefined : numberIn(guid);
  return (
    <SessionSwitch
      account={account}
      guest={<GuestTracking guid={number} onTrack={onTrack} renderNotifications={renderNotifications} />}
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
