/** The dashboard and the alerts name only metrics that `/api/metrics` exports, and each alert says what to do. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COUNTERS, GAUGES, TIMES } from './metric-list';
import { prometheusSink } from './prometheus';

const ALERTS = 'ops/prometheus/alerts.yml';
/** Prometheus' own, for every job. */
const ITS_OWN = ['up'];

const labelsOf: Record<string, readonly string[]> = Object.fromEntries([
  ...Object.entries({ ...COUNTERS, ...GAUGES }).map(([name, { labels }]) => [name, labels]),
  ...Object.entries(TIMES).map(([name, { labels }]) => [`${name}_bucket`, [...labels, 'le']]),
]);

/** The metrics of this process, with the parts of histograms. */
async function printed(): Promise<Set<string>> {
  const sink = prometheusSink();
  const gauges = (Object.keys(GAUGES) as (keyof typeof GAUGES)[]).map((name) => ({ name, value: 1 }));
  const text = await sink.print(gauges);
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
}

const alerts = [
  ...readFileSync(ALERTS, 'utf8').matchAll(/- alert: (\w+)\n\s+expr: (.+)\n(?:\s+.*\n)*?\s+runbook: (\S+)/g),
];

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

const panels = (JSON.parse(readFileSync('ops/grafana/amber.json', 'utf8')) as { panels: Panel[] }).panels;
const expressions = [
  ...alerts.map(([, name = '', expression = '']) => [name, expression] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

const namesIn = (expression: string) =>
  [...expression.matchAll(/\b(?:amber|nodejs|process)_\w+|\bup\b/g)].map(([name]) => name);

it.each(expressions)('%s asks for metrics that there are', async (_, expression) => {
  const names = namesIn(expression);
  expect(names.length).toBeGreaterThan(0);
  const there = await printed();
  expect(names.filter((name) => !there.has(name) && !ITS_OWN.includes(name))).toEqual([]);
  const named = [...expression.matchAll(/by \(([^)]*)\)|\{([^}]*)\}/g)].flatMap(([, by, of]) =>
    (by ?? of ?? '').split(',').map((one) => one.trim().split(/[=~!]/)[0] ?? ''),
  );
  const known = new Set([...names.flatMap((name) => labelsOf[name] ?? []), 'instance', 'job']);
  expect(named.filter((label) => label !== '' && !known.has(label))).toEqual([]);
});

it('every metric of ours is looked at somewhere', () => {
  const asked = new Set(expressions.flatMap(([, expression]) => namesIn(expression)));
  const unseen = Object.keys(labelsOf).filter((name) => !asked.has(name));
  expect(unseen, 'Show it on the dashboard (ops/grafana/amber.json), or ask for it in an alert').toEqual([]);
});

it('every alert has its line of what to do', () => {
  const text = readFileSync('docs/operation.md', 'utf8');
  expect(alerts.length).toBe(readFileSync(ALERTS, 'utf8').split('- alert:').length - 1);
  for (const [, name = '', , runbook = ''] of alerts) {
    expect(runbook).toBe(`docs/operation.md#${name.toLowerCase()}`);
    expect(text, `${name} needs its row in docs/operation.md, What to do`).toContain(
      `<a id="${name.toLowerCase()}"></a>\`${name}\``,
    );
  }
});

it.runIf(spawnSync('promtool', ['--version']).status === 0)('promtool takes the alerts', () => {
  const checked = spawnSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' });
  expect(checked.status, checked.stderr).toBe(0);
});
