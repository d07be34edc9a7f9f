import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Replica } from '../../server/db/replica.ts';
import { createMetrics } from '../../server/http/metrics.ts';
import { enqueueJob } from '../../server/queries/jobs.ts';
import { openPostgres } from '../support/databases.ts';

const Rules = v.strictObject({
  groups: v.array(
    v.strictObject({
      name: v.string(),
      rules: v.array(
        v.strictObject({
          alert: v.pipe(v.string(), v.regex(/^Send[A-Z]\w+$/)),
          expr: v.string(),
          for: v.optional(v.pipe(v.string(), v.regex(/^\d+[mh]$/))),
          labels: v.strictObject({ severity: v.picklist(['warning', 'critical']) }),
          annotations: v.strictObject({ summary: v.string(), description: v.string() }),
        }),
      ),
    }),
  ),
});
const Dashboard = v.object({
  uid: v.string(),
  panels: v.array(
    v.object({
      id: v.number(),
      title: v.string(),
      gridPos: v.object({ x: v.number(), y: v.number(), w: v.number(), h: v.number() }),
      targets: v.array(v.object({ expr: v.string() })),
    }),
  ),
});

const alerts = v
  .parse(Rules, parse(readFileSync('deploy/monitoring/alerts.yaml', 'utf8')))
  .groups.flatMap(({ rules }) => rules);
const { panels } = v.parse(Dashboard, JSON.parse(readFileSync('deploy/monitoring/dashboard.json', 'utf8')));
const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const watched = alerts.map(({ expr }) => expr);
const metricsOf = (expr: string) =>
  [...expr.matchAll(/\b([a-z_\d]+)\{([^}]*)\}/g)].map(([, name = '', labels = '']) => ({
    name,
    labels: [...labels.matchAll(/(\w+)(?:=|!=)~?"/g)].map(([, label]) => label),
  }));

let text: string;
let names: string[];
beforeAll(async () => {
  const database = await openPostgres();
  await enqueueJob(database.db, { kind: 'email', payload: {} });
  const status = () => ({ lagSeconds: 0, reads: { replica: 1, primary: 1 } });
  const metrics = createMetrics({ ...database, replica: { status } as Replica });
  metrics.observeRequest({ method: 'GET', route: '/', status: '200' }, 0.1);
  metrics.countPlaces('cache');
  await metrics.countEmails({ send: async () => {} }).send({ to: '', subject: '', text: '' });
  await metrics.countJobs({ email: async () => {} }).email?.({}, 'job-1');
  text = (await metrics.render()).text;
  names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  metrics.stop();
  await database.close();
});

test('dashboard and alerts name only metrics and labels of the server (PRD-104)', () => {
  const used = [...shown, ...watched].flatMap(metricsOf).filter(({ name }) => name !== 'up');
  expect(used.length).toBeGreaterThan(30);
  for (const { name, labels } of used) {
    expect(names, name).toContain(name.replace(/_(bucket|count|sum)$/, ''));
    const [, sample] = new RegExp(`^${name}\\{(.*)\\} `, 'm').exec(text) ?? [];
    if (sample === undefined) continue;
    for (const label of labels) if (label !== 'job') expect(`,${sample}`).toContain(`,${label}=`);
  }
});

test('the dashboard shows every metric of Send (PRD-104)', () => {
  const used = shown.flatMap(metricsOf).map(({ name }) => name.replace(/_(bucket|count|sum)$/, ''));
  const own = names.filter((name) => /^(send|http)_/.test(name));
  expect(own.length).toBeGreaterThan(8);
  expect(own.filter((name) => !used.includes(name))).toEqual([]);
});

test('what waits for an operator causes an alert (PRD-104)', () => {
  const used = watched.flatMap(metricsOf).map(({ name }) => name);
  const waiting = ['send_jobs', 'send_refunds', 'send_dispute_deadline_seconds', 'send_mails_total'];
  expect(waiting.filter((name) => !used.includes(name))).toEqual([]);
});

test('alerts and panels are unique, and panels do not overlap (PRD-104)', () => {
  for (const titles of [alerts.map(({ alert }) => alert), panels.map(({ title }) => title)]) {
    expect(new Set(titles).size).toBe(titles.length);
  }
  const cells = panels.map(({ gridPos: { x, y, w } }) => {
    expect(x + w).toBeLessThanOrEqual(24);
    return `${x} ${y}`;
  });
  expect(new Set(cells).size).toBe(cells.length);
});
