import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export type Import = { specifier: string; target: string; isTypeOnly: boolean };
export type SourceFile = {
  /** The path from the root of the repository, with forward slashes. */
  path: string;
  text: string;
  /** The text without comments and without the contents of strings: only names and punctuation remain. */
  code: string;
  lines: number;
  imports: Import[];
};

const FOLDERS = ['src', 'sw', 'server', 'scripts', 'tests'];
const GENERATED = /routeTree\.gen\.ts$|\.generated\./;

/** Every source file of this repository that a compiler or bundler reads. */
export function readSourceTree(): SourceFile[] {
  return FOLDERS.filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name) && !GENERATED.test(entry.name))
    .map((entry) => readSource(join(entry.parentPath, entry.name)));
}

function readSource(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const isCode = !path.endsWith('.css');
  return {
    path,
    text,
    code: isCode ? withoutStrings(withoutComments(text)) : text,
    lines: text.split('\n').length,
    imports: isCode ? importsOf(path, withoutComments(text)) : [],
  };
}

/** All imports: static, dynamic, re-exporting and type-only. */
function importsOf(path: string, text: string): Import[] {
  const patterns = [
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
    /\bvi\.mock\(\s*['"]([^'"]+)['"]/g,
    /\bnew URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/g,
  ];
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([statement, specifier = '']) => ({
      specifier,
      target: specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier,
      isTypeOnly: /^\s*(?:import|export)\s+type\b/.test(statement),
    }));
}

const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** Strings are matched too, so that a `//` inside an address is not mistaken for a comment. */
function withoutComments(text: string): string {
  return text.replace(TOKEN, (token) => (token.startsWith('/') ? ' ' : token));
}

function withoutStrings(text: string): string {
  return text.replace(TOKEN, (token) => (token.startsWith('`') ? token : "''"));
}

/** `@mantine/core/styles.css` → `@mantine/core`. */
export function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}
