import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mutateSource } from './mutate-source.ts';
import type { Mutation } from './mutation.ts';

/** Copies every file that git tracks or would add, in its current state. All copies share the installed packages. */
export function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'send-mutation-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

export function removeCopy(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
}

/** Applies a mutation to a copy and returns a function that reverts it. */
export function applyMutation(copy: string, { file, change }: Mutation): () => void {
  const path = join(copy, file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, mutateSource(file, original, change));
  return () => writeFileSync(path, original);
}
