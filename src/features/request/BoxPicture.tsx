import classes from './BoxPicture.module.css';

/** A taped box, or the dotted outline of one that is still to be measured. */
export function BoxPicture({ isCustom = false }: { isCustom?: boolean }) {
  return (
    <svg className={classes.box} data-custom={isCustom} viewBox="0 0 72 56" aria-hidden="true">
      <path d="M36 6 62 16v22L36 50 10 38V16z" />
      <path d="M10 16l26 10 26-10M36 26v24" />
      {!isCustom && <path className={classes.tape} d="M22.5 11 49 21v8" />}
    </svg>
  );
}
