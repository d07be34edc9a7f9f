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

/** A character with its accents, or an emoji of several parts. Firefox has a segmenter only since version 125. */
const LETTER = /\P{M}(?:[\p{M}\p{EMod}]|\u200d\P{M})*/gu;

function initialsOf(name: string): string {
  return (name.trim().match(LETTER) ?? []).slice(0, 2).join('').toLocaleUpperCase();
}
