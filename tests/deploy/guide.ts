import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/** Process 1 of the copy of the machine is in the machine's own network, where the package registries are. */
const WITH_REGISTRIES = ['nsenter', '--net=/proc/1/ns/net'];
const SHOWN_CHARACTERS = 4000;

/** The shell commands of one section of docs/deploy.md, in their order. */
export function readCommands(heading: string): string[] {
  const guide = readFileSync('docs/deploy.md', 'utf8');
  const [, section] = guide.split(new RegExp(`^#+ ${heading}\\n`, 'm'));
  if (section === undefined) throw new Error(`docs/deploy.md has no section "${heading}".`);
  const [own = ''] = section.split(/^#+ /m);
  const blocks = [...own.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)];
  return blocks.map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/** Runs commands as an administrator would, and fails on the first one that fails. */
export async function runCommands(commands: string, env: Record<string, string> = {}): Promise<void> {
  const prefix = /\b(apt-get|npm) /.test(commands) ? WITH_REGISTRIES : [];
  const [program = '', ...args] = [...prefix, 'bash', '-euo', 'pipefail', '-c', commands];
  console.info(`\n$ ${commands.trim().replaceAll('\n', '\n$ ')}`);
  const child = spawn(program, args, {
    cwd: '/root',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code === 0) return;
  throw new Error(
    `The commands failed with ${code}:\n${output.slice(-SHOWN_CHARACTERS)}\n${errors.slice(-SHOWN_CHARACTERS)}`,
  );
}
