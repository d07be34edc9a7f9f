import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { copyServerPackages } from '../../scripts/server-packages.ts';

/** The user of the image; the number differs from that of every user on this machine. */
const USER = 50_000;
const IMAGE = '/srv/image';

type Instruction = { name: string; text: string };

/** The instructions of a stage of deploy/Dockerfile, in their order. */
function stagesOf(path: string): Instruction[][] {
  const stages: Instruction[][] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, name, text] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (name === undefined || text === undefined) continue;
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text });
  }
  return stages;
}

export type Image = {
  /** The commands that build it. */
  commands: string[];
  start(env: Record<string, string>): ChildProcess;
  /** Runs the health check against a started server. */
  isHealthy(port: string): boolean;
};

/**
 * What deploy/Dockerfile builds from a release, without Docker: the files that its last stage copies, its user, its
 * environment, its command and its health check.
 */
export function assembleImage(release: string): Image {
  const stages = stagesOf(join(release, 'deploy/Dockerfile'));
  const last = stages.at(-1) ?? [];
  const textsOf = (name: string) => last.filter((each) => each.name === name).map((each) => each.text);
  mkdirSync(IMAGE, { recursive: true });
  for (const text of textsOf('COPY')) {
    const [, sources = '', target = ''] = /^--from=build (.+) (\S+)$/.exec(text) ?? [];
    // Node.js 20 cannot run the script of the Dockerfile itself.
    if (sources === '/app/packages/node_modules') {
      copyServerPackages(release, IMAGE);
      continue;
    }
    for (const source of sources.split(' ').map((path) => path.replace(/^\/app\//, ''))) {
      const to = target.endsWith('/') ? join(IMAGE, target, basename(source)) : join(IMAGE, target);
      cpSync(join(release, source), to, { recursive: true, verbatimSymlinks: true });
    }
  }
  const environment = Object.fromEntries(
    textsOf('ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('='))),
  );
  const argumentsOf = (text = ''): string[] => JSON.parse(text.slice(text.indexOf('[')));
  const [program = '', ...args] = argumentsOf(textsOf('CMD')[0]);
  const [probe = '', ...probeArgs] = argumentsOf(textsOf('HEALTHCHECK')[0]);
  if (!/^[1-9]\d*:/.test(textsOf('USER')[0] ?? '')) throw new Error('The image runs as root.');

  return {
    commands: stages
      .flat()
      .flatMap(({ name, text }) => (name === 'RUN' ? [text.replace(/^--mount=\S+ /, '')] : [])),
    start: (env) =>
      spawn('unshare', ['--mount', 'bash', '-c', READ_ONLY, 'bash', String(USER), program, ...args], {
        cwd: IMAGE,
        env: { PATH: process.env.PATH, ...environment, ...env },
        stdio: 'ignore',
      }),
    isHealthy: (port) =>
      spawnSync(probe, probeArgs, { cwd: IMAGE, env: { PATH: process.env.PATH, PORT: port } }).status === 0,
  };
}

const READ_ONLY = `
  user=$1
  shift
  mount -t tmpfs tmpfs /tmp
  mount -o remount,bind,ro /
  exec setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs --bounding-set=-all "$@"
`;
