import classes from './Logo.module.css';

/** The mark and the name. The caller decides whether it is a link. */
export function Logo() {
  return (
    <span className={`inline-flex items-center min-h-tap ${classes.logo}`}>
      <svg width="34" height="34" viewBox="0 0 64 64" aria-hidden="true">
        <rect className={classes.ground} width="64" height="64" rx="16" />
        <g className={classes.sign} transform="translate(32 32) scale(1.1) translate(-32 -32.3)">
          <path d="M37.5 16.5H26.8a8 8 0 0 0-8 8 7.5 7.5 0 0 0 7.5 7.5h11.4a7.5 7.5 0 0 1 7.5 7.5 8 8 0 0 1-8 8H27" />
          <circle cx="42.3" cy="16.5" r="4.8" />
          <rect x="16.8" y="42" width="11" height="11" rx="2.5" />
        </g>
      </svg>
      <span>Send</span>
    </span>
  );
}
