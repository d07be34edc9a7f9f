/** Shorter names resemble those of too many other programs. */
const MIN_LENGTH = 7;

/** A sentence for each variable that is no setting, but differs from one in a single letter, or in two swapped ones. */
export function misspelledVariables(names: readonly string[], settings: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (name.length < MIN_LENGTH || settings.includes(name)) return [];
    const shortened = new Set(withoutOneLetter(name));
    const meant = settings.find((setting) =>
      withoutOneLetter(setting).some((each) => each.length >= MIN_LENGTH - 1 && shortened.has(each)),
    );
    return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`];
  });
}

/** The name itself, and each name that one letter less leaves. */
function withoutOneLetter(name: string): string[] {
  return [name, ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))];
}
