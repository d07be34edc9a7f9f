const ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
];
const SEQUENCES = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);

/** Whether a password repeats a few characters, or is a keyboard, digit or letter sequence in either direction. */
export function isPasswordPattern(password: string): boolean {
  const normalized = password.toLowerCase();
  return /^(.{1,4})\1+$/su.test(normalized) || SEQUENCES.some((sequence) => sequence.includes(normalized));
}
