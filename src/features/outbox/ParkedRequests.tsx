import { useOutbox } from '../../stores/outbox.ts';
import { useAccount } from '../../stores/user.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

// Few visits need it, so its code is loaded on demand.
const ParkedNotice = lazyComponent(() => import('./ParkedNotice.tsx').then((file) => file.ParkedNotice));

/**
 * Tells a guest that requests or drafts on this device wait for their account to log in. It names neither the account
 * nor the places. (REL-34)
 */
export function ParkedRequests() {
  const account = useAccount();
  const { requests, drafts } = useOutbox(({ parked }) => parked);
  if (account !== undefined || requests + drafts === 0) return null;
  return <ParkedNotice requests={requests} drafts={drafts} />;
}
