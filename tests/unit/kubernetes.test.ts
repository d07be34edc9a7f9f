import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as schemas from '../support/kubernetes-schemas.ts';

const FOLDER = 'deploy/kubernetes';
const read = <S extends v.GenericSchema>(file: string, schema: S) =>
  v.parse(schema, parse(readFileSync(join(FOLDER, file), 'utf8')));

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.yaml'),
);
const deployment = read('base/deployment.yaml', schemas.Deployment);
const job = read('base/migration.yaml', schemas.Job);
const service = read('base/service.yaml', schemas.Service);
const budget = read('base/disruption-budget.yaml', schemas.PodDisruptionBudget);
const autoscaler = read('base/autoscaler.yaml', schemas.HorizontalPodAutoscaler);
const [server] = deployment.spec.template.spec.containers;
const [migrate] = job.spec.template.spec.containers;
const settingOf = (name: string) => server.env.find((variable) => variable.name === name)?.value;

test.each(files)('%s fits the API of Kubernetes (PRD-103)', (file) => {
  expect(read(file, schemas.Manifest).kind).not.toBe('');
});

test('a misspelled field is noticed (PRD-103)', () => {
  const text = readFileSync(join(FOLDER, 'base/deployment.yaml'), 'utf8');
  expect(v.is(schemas.Deployment, parse(text))).toBe(true);
  expect(v.is(schemas.Deployment, parse(text.replace('readinessProbe', 'readynessProbe')))).toBe(false);
});

test('the lists of files name exactly those that exist (PRD-103)', () => {
  for (const folder of ['base', 'example']) {
    const { resources, secretGenerator } = read(`${folder}/kustomization.yaml`, schemas.Kustomization);
    for (const path of [...resources, ...secretGenerator.flatMap(({ envs }) => envs)]) {
      expect(existsSync(join(FOLDER, folder, path)), path).toBe(true);
    }
    const own = files.filter((file) => file.startsWith(`${folder}/`) && !file.endsWith('kustomization.yaml'));
    expect(
      resources
        .filter((path) => !path.startsWith('..'))
        .map((path) => `${folder}/${path}`)
        .sort(),
    ).toEqual(own.sort());
  }
});

test('service, budget, autoscaler and ingress lead to the processes (PRD-103)', () => {
  const { labels } = deployment.spec.template.metadata;
  expect(deployment.spec.selector.matchLabels).toEqual(labels);
  expect(service.spec.selector).toEqual(labels);
  expect(budget.spec.selector.matchLabels).toEqual(labels);
  expect(job.spec.template.metadata.labels).not.toEqual(labels);
  expect(autoscaler.spec.scaleTargetRef.name).toBe(deployment.metadata.name);
  expect(service.spec.ports[0]?.targetPort).toBe(server.ports[0]?.name);
  const backend = read('example/ingress.yaml', schemas.Ingress).spec.rules[0]?.http.paths[0]?.backend.service;
  expect(backend).toEqual({ name: service.metadata.name, port: { name: service.spec.ports[0]?.name } });
});

test('a process is replaced without a failed request (PRD-103)', () => {
  const { rollingUpdate } = deployment.spec.strategy;
  expect(rollingUpdate.maxUnavailable).toBe(0);
  expect(budget.spec.minAvailable).toBeLessThan(autoscaler.spec.minReplicas);
  expect(server.livenessProbe?.httpGet.path).toBe('/livez');
  expect(server.readinessProbe?.httpGet.path).toBe('/readyz');
  // A process that stops must be out of all load balancers before it closes its port.
  const { periodSeconds = 10, failureThreshold = 3 } = server.readinessProbe ?? {};
  expect(Number(settingOf('SHUTDOWN_DELAY'))).toBeGreaterThan(2 * periodSeconds * failureThreshold);
  const grace = deployment.spec.template.spec.terminationGracePeriodSeconds ?? 0;
  expect(grace).toBeGreaterThanOrEqual(Number(settingOf('SHUTDOWN_DELAY')) + 10);
  expect(settingOf('PORT')).toBe(String(server.ports[0]?.containerPort));
});

test('the job migrates with the same image and settings as the processes (PRD-103)', () => {
  expect(settingOf('MIGRATE_ON_START')).toBe('0');
  expect(migrate.image).toBe(server.image);
  expect(migrate.envFrom).toEqual(server.envFrom);
  expect(migrate.command).toEqual(['node', 'dist/server/migrate.js']);
  const user = /^USER (\d+):(\d+)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'));
  for (const { securityContext } of [deployment.spec.template.spec, job.spec.template.spec]) {
    expect([securityContext.runAsUser, securityContext.runAsGroup]).toEqual([
      Number(user?.[1]),
      Number(user?.[2]),
    ]);
  }
});

test('the example sets only variables that exist, and contains no secret (PRD-103)', () => {
  const known = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name);
  const lines = readFileSync(join(FOLDER, 'example/secret.env'), 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm);
  const settings = new Map([...lines].map(([, name = '', value = '']) => [name, value]));
  const names = [...settings.keys(), ...server.env.map(({ name }) => name)];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  for (const name of ['SESSION_SECRET', 'OPS_TOKEN', 'STRIPE_SECRET_KEY'])
    expect(settings.get(name)).toBe('');
});
