import classes from './Avatar.module.css';

type AvatarProps = { name: string; photoUrl?: string | undefined; isLarge?: boolean };

/** A user's photo, or the first two letters of the name. Decorative, because the name is always shown or read out beside it. */
export function Avatar({ name, photoUrl, isLarge = false }: AvatarProps) {
  return (
    <span
      className={`center flex-none overflow-hidden ${classes.avatar}`}
      data-large={isLarge || undefined}
      aria-hidden="true"
    >
      {photoUrl ? <img src={photoUrl} alt="" referrerPolicy="no-referrer" /> : initialsOf(name)}
    </span>
  );
}

/** Splits the name by grapheme, so that a combined accent or an emoji stays whole. */
function initialsOf(name: string): string {
  const letters = [...new Intl.Segmenter().segment(name.trim())].map(({ segment }) => segment);
  return letters.slice(0, 2).join('').toLocaleUpperCase();
}
