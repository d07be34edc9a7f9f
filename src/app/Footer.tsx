import { Link } from '@tanstack/react-router';
import classes from './Footer.module.css';
import { LEGAL_PAGES } from './pages.ts';

export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.row}>
        {/* A page rendered last December may differ by a year; the visitor's clock is right. */}
        <span suppressHydrationWarning>© {new Date().getFullYear()} Send</span>
        <nav className={classes.links} aria-label="Legal">
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
