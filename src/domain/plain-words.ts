/** The words of a text in lower case and without accents: "dun", "laoghaire". */
export function plainWords(text: string): string[] {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '');
  return letters.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The same as one text, for comparing: "dun laoghaire". */
export function plainText(text: string): string {
  return plainWords(text).join(' ');
}

/** Whether a text contains the whole words of a part: "Killeel Heights" does not contain Kill. */
export function containsWords(text: string, part: string): boolean {
  return ` ${plainText(text)} `.includes(` ${plainText(part)} `);
}
