import * as v from 'valibot';

/** No NUL (PostgreSQL cannot hold it) and no half of a surrogate pair (UTF-8 cannot). */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Text from people, at most `max` characters; may be empty. */
export function text(max: number) {
  return v.pipe(
    v.string(),
    v.check(isStorable, 'This text contains characters that cannot be stored'),
    v.maxLength(max, `Must be at most ${max} characters`),
  );
}

/** Text from people that must not be blank; outer spaces are cut. `message` is shown beside the field. */
export function requiredText(max: number, message: string) {
  return v.pipe(text(max), v.trim(), v.minLength(1, message));
}

export const Email = v.pipe(requiredText(254, 'Email is required'), v.rfcEmail('Please enter a valid email'));
