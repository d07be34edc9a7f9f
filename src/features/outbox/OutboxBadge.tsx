import { Link } from '@tanstack/react-router';
import { useOutbox } from '../../stores/outbox.ts';
import { useUser } from '../../stores/user.ts';
import { Icon } from '../../ui/Icon.tsx';
import classes from './OutboxSection.module.css';

export function OutboxBadge() {
  const count = useOutbox((state) => state.entries.length);
  const isLoggedIn = useUser((state) => state.user !== null);
  if (count === 0) return null;
  return (
    <Link
      to={isLoggedIn ? '/deliveries' : '/'}
      hash="waiting-heading"
      className={`inline-flex items-center gap-icon relative size-sm text-ink font-bold ${classes.badge}`}
    >
      <Icon name="dots" size={20} className="text-accent" />
      <span>{count}</span>
      <span className="phone-sr-only">waiting</span>
    </Link>
  );
}
