import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Returns a function that gives each class of a CSS module a short name: letters for the file and a number for the
 * class. The app and the renderer of its pages are built separately, and need the same names.
 */
export function shortClassNames(root: string): (name: string, file: string) => string {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .sort();
  const names = files.map(() => new Map<string, number>());
  return (name, file) => {
    const index = files.indexOf(relative(join(root, 'src'), file.replace(/\?.*/, '')));
    const numbers = names[index];
    if (numbers === undefined) throw new Error(`${file} is not a CSS module of the app`);
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return `${toLetters(index)}${number}`;
  };
}

function toLetters(index: number): string {
  const first = Math.floor(index / LETTERS.length);
  return `${first === 0 ? '' : LETTERS[first - 1]}${LETTERS[index % LETTERS.length]}`;
}
