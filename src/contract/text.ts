import * as v from 'valibot';
import { cleanText } from './clean-text.ts';
import { isStorable } from './storable-text.ts';

/** User input of at most `max` characters; it may be empty. */
export function text(max: number) {
  return v.pipe(
    v.string(),
    v.check(isStorable, 'This text contains characters that cannot be stored'),
    v.maxLength(max, `Must be at most ${max} characters`),
  );
}

/** The same, without the invisible characters that copied text often contains. (LAY-09) */
export function cleanedText(max: number) {
  return v.pipe(text(max), v.transform(cleanText));
}

/** Cleaned user input that must not be blank. `message` is shown beside the field. */
export function requiredText(max: number, message: string) {
  return v.pipe(cleanedText(max), v.minLength(1, message));
}

export const Email = v.pipe(requiredText(254, 'Email is required'), v.rfcEmail('Please enter a valid email'));

/** An address to which mail from the internet can be sent, which needs a domain with a dot. */
export const NewEmail = v.pipe(
  Email,
  v.check((text) => /@.*\./.test(text), 'Please enter a valid email'),
);

/** Exactly one email address, or nothing. */
export const OptionalEmail = v.pipe(
  cleanedText(254),
  v.check((address) => address === '' || v.is(NewEmail, address), 'Enter an email like name@example.com'),
);
