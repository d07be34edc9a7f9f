import classes from './SkipLink.module.css';

export const MAIN_ID = 'main';

/** The first stop of the keyboard on every page. */
export function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className={classes.skip}
      onClick={(event) => {
        // Without a new entry in the history, which Back would have to pass.
        event.preventDefault();
        document.getElementById(MAIN_ID)?.focus();
      }}
    >
      Skip to content
    </a>
  );
}
