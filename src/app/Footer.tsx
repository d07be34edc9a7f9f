import { Link } from '@tanstack/react-router';
import classes from './Footer.module.css';
import { LEGAL_PAGES } from './pages.ts';

export function Footer() {
  return (
    <footer className={`border-t size-sm text-muted ${classes.footer}`}>
      <div className={`flex flex-wrap items-center justify-between gap-x-6 page-width py-3`}>
        {/* A page rendered last December may differ by a year; the user's clock is right. */}
        <span suppressHydrationWarning>© {new Date().getFullYear()} Send</span>
        <nav className={'plain-links flex flex-wrap gap-x-5'} aria-label="Legal">
          {LEGAL_PAGES.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
