/** The words of a text in lower case and without accents: "dun", "laoghaire". */
export function plainWords(text: string): string[] {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '');
  return letters.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether a text contains the whole words of a part: "Killeel Heights" does not contain Kill. */
export function containsWords(text: string, part: string): boolean {
  return ` ${plainWords(text).join(' ')} `.includes(` ${plainWords(part).join(' ')} `);
}
