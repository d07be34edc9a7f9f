const ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
];
const SEQUENCES = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);

/**
 * Whether a new password is easy to guess (AUT-09): it is on the list of common passwords, repeats a few characters, or
 * is a keyboard, digit or letter sequence in either direction. The page and the server use the same rule.
 * @param commonPasswords in lower case; the page loads them only when no other part of the rule applies
 */
export function isGuessablePassword(
  password: string,
  commonPasswords: ReadonlySet<string> = new Set(),
): boolean {
  // The server hashes the same form, in which full-width letters are ordinary ones.
  const normalized = password.normalize('NFKC').toLowerCase();
  return (
    commonPasswords.has(normalized) ||
    /^(.{1,4})\1+$/su.test(normalized) ||
    SEQUENCES.some((sequence) => sequence.includes(normalized))
  );
}
