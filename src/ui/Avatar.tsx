import classes from './Avatar.module.css';

type AvatarProps = { name: string; photoUrl?: string | undefined; isLarge?: boolean };

/** A person's photo, or the first two letters of the name. Decorative: the name stands beside it, or names its link. */
export function Avatar({ name, photoUrl, isLarge = false }: AvatarProps) {
  return (
    <span className={classes.avatar} data-big={isLarge || undefined} aria-hidden="true">
      {photoUrl ? <img src={photoUrl} alt="" referrerPolicy="no-referrer" /> : initialsOf(name)}
    </span>
  );
}

/** Letters as a reader counts them: an accent or an emoji is not cut in two. */
function initialsOf(name: string): string {
  const letters = [...new Intl.Segmenter().segment(name.trim())].map(({ segment }) => segment);
  return letters.slice(0, 2).join('').toLocaleUpperCase();
}
