import classes from './SkipLink.module.css';

export const MAIN_ID = 'main';

/** The first tab stop on every page. */
export function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className={`rounded-md font-bold ${classes.skip}`}
      onClick={(event) => {
        // The link adds no entry to the history, which Back would have to pass.
        event.preventDefault();
        document.getElementById(MAIN_ID)?.focus();
      }}
    >
      Skip to content
    </a>
  );
}
