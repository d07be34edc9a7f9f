import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');

test('The systemd unit runs the server on a read-only file system, without capabilities (SEC-70)', () => {
  const lines = read('deploy/send@.service').split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'User=send',
      'ProtectSystem=strict',
      'ProtectHome=true',
      'PrivateTmp=true',
      'NoNewPrivileges=true',
      'CapabilityBoundingSet=',
    ]),
  );
  // Either setting would make a part of the file system writable again.
  expect(lines.filter((line) => /^(ReadWritePaths|StateDirectory)=/.test(line))).toEqual([]);
});

test('Every server of the Compose file runs on a read-only file system, without capabilities (SEC-70)', () => {
  const text = read('deploy/compose.yaml');
  const [, template = ''] = /^x-send: &send\n((?: .*\n|\n)*)/m.exec(text) ?? [];
  expect(template).toContain('\n  read_only: true\n');
  expect(template).toContain('\n  cap_drop: [ALL]\n');
  expect(template).toContain('\n  security_opt: [no-new-privileges:true]\n');
  const [, services = ''] = /^services:\n((?: .*\n|\n)*)/m.exec(text) ?? [];
  const servers = services.split(/^(?= {2}\S)/m).filter((service) => /^ {2}send-/.test(service));
  expect(servers).toHaveLength(3);
  for (const server of servers) {
    expect(server).toMatch(/(?:<<: |: )\*send\n/);
    expect(server).not.toMatch(/read_only|cap_add|privileged/);
  }
});

test('nginx logs no path and no query, hides its version, and closes the operator API to the public (SEC-17)', () => {
  const text = read('deploy/nginx.conf');
  const [, format = ''] = /^log_format send '([^']*)';$/m.exec(text) ?? [];
  expect(format).toContain('$request_id');
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string|document_uri|http_referer)\b/);
  expect(text).toMatch(/^access_log \S+ send;$/m);
  expect(text).toMatch(/^error_log \S+ crit;$/m);
  expect(text).toMatch(/^server_tokens off;$/m);
  expect(text).toMatch(/location \/ops\/ \{[^}]*deny all;/);
});

test('Caddy closes the operator API to the public (SEC-17)', () => {
  expect(read('deploy/Caddyfile')).toMatch(/@operators \{\s+path \/ops \/ops\/\*\s+not remote_ip/);
});

test('The image runs the server as a user without rights, whose number Kubernetes can check (SEC-70)', () => {
  const last =
    read('deploy/Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
});

test('The image is built from exact versions, with a cache of packages, and leaves no volume behind (PRD-102)', () => {
  const text = read('deploy/Dockerfile');
  const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-\w+-slim$/);
  expect(text).toMatch(/^RUN --mount=type=cache,target=\/root\/\.npm npm ci$/m);
  expect(text).not.toMatch(/^VOLUME/m);
  const images = [...read('deploy/compose.yaml').matchAll(/^ {4}image: (\S+)/gm)].map(([, image]) => image);
  expect(images.length).toBeGreaterThan(1);
  for (const image of images) expect(image).toMatch(/^[a-z]+:\d+\.\d+/);
});

test('No secret and no installed package of this machine becomes part of the image (SEC-70)', () => {
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['.git', '.env', '**/.env', 'deploy/**/*.env', 'node_modules', 'dist', 'data']),
  );
});

test('Every service of the Compose file rotates its log (PRD-102)', () => {
  const text = read('deploy/compose.yaml');
  expect(text).toMatch(
    /^x-logging: &logging\n {2}driver: \S+\n {2}options: \{.*max-size: .*max-file: .*\}$/m,
  );
  // One of them is in the template of the servers.
  expect(text.match(/^ {2,4}logging: \*logging$/gm)).toHaveLength(3);
});

test('The nightly backup of the guide runs: its directory is created, and cron leaves its percent signs alone', () => {
  const guide = read('docs/deploy.md');
  const [, line = ''] = /^30 3 \* \* \* (.*)$/m.exec(guide) ?? [];
  expect(line).toContain('backup.js /var/backups/send/');
  expect(line).toMatch(/\\%/);
  expect(line).not.toMatch(/(?<!\\)%/);
  expect(guide).toMatch(/^install -d -o send .* \/var\/backups\/send$/m);
});
