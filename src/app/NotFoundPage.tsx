import { Link } from '@tanstack/react-router';
import { Icon } from '../ui/Icon.tsx';
import { Illustration } from '../ui/Illustration.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import classes from './NotFoundPage.module.css';

const SUGGESTED_LINKS = [
  { to: '/', icon: 'home', label: 'Go to Home' },
  { to: '/tracking', icon: 'truck', label: 'Track a Package' },
  { to: '/deliveries', icon: 'search', label: 'Search Deliveries' },
] as const;

export function NotFoundPage() {
  return (
    <div className={`stack justify-items-center gap-2 w-full mx-auto text-center ${classes.page}`}>
      <Illustration name="lost" />
      <PageHeading>Page not found</PageHeading>
      <p className="text-lg text-soft">
        Sorry, we couldn't find the page you're looking for. It might have been moved, deleted, or never
        existed.
      </p>
      <ul className="stack gap-2 w-full mt-5">
        {SUGGESTED_LINKS.map(({ to, icon, label }) => (
          <li key={to}>
            <Link to={to} className={`items-center gap-4 rounded-md font-bold text-left ${classes.link}`}>
              <Icon name={icon} size={22} />
              {label}
              <Icon name="next" className="text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
