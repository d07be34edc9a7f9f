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

test('The image runs the server as a user without rights (SEC-70)', () => {
  const last =
    read('deploy/Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  expect(last).toContain('\nUSER node\n');
});
