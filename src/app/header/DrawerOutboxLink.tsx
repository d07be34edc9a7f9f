import { Link } from '@tanstack/react-router';
import { useOutbox } from '../../stores/outbox.ts';
import { useUser } from '../../stores/user.ts';
import { Icon } from '../../ui/Icon.tsx';
import classes from './MenuDrawer.module.css';

/** Shows how many requests are only on this device and links to their list. */
export function DrawerOutboxLink({ onFollow: onNavigate }: { onFollow: () => void }) {
  const count = useOutbox(({ entries }) => entries.length);
  const isLoggedIn = useUser(({ user }) => user !== null);
  if (count === 0) return null;
  return (
    <Link
      to={isLoggedIn ? '/deliveries' : '/'}
      hash="waiting-heading"
      className={`items-center gap-3 px-4 py-3 rounded-lg ${classes.waiting}`}
      onClick={onNavigate}
    >
      <Icon name="dots" className="text-accent" />
      <span className="stack">
        <b>{count} waiting to send</b>
        <small>Only on this device</small>
      </span>
      <Icon name="next" size={18} />
    </Link>
  );
}
