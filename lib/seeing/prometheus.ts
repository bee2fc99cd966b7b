import 'server-only';
/** Metrics in Prometheus' format. Loaded only if the operator has set who may read them. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Reading, Sink } from './meters';
import { BUCKETS, COUNTERS, GAUGES, TIMES } from './metric-list';

/** Includes process metrics (event loop, memory, handles), under the library's own names. */
export function prometheusSink(): Sink {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counters = made(COUNTERS, ([name, { help, labels }]) => {
    return new Counter({ name, help, labelNames: [...labels], registers });
  });
  const times = made(TIMES, ([name, { help, labels }]) => {
    return new Histogram({ name, help, labelNames: [...labels], buckets: BUCKETS, registers });
  });
  return {
    count: (name, labels, by) => counters.get(name)?.inc(labels, by),
    time: (name, labels, seconds) => times.get(name)?.observe(labels, seconds),
    print: async (readings) => `${await registry.metrics()}\n${await printed(readings)}`,
  };
}

function made<Name extends string, What, Made>(
  list: Record<Name, What>,
  make: (entry: [Name, What]) => Made,
): Map<Name, Made> {
  const entries = Object.entries(list) as [Name, What][];
  return new Map(entries.map((entry) => [entry[0], make(entry)]));
}

/** Present values: what is unknown is left out, rather than shown as it was, or as 0. */
function printed(readings: readonly Reading[]): Promise<string> {
  const registry = new Registry();
  const gauges = made(GAUGES, ([name, { help, labels }]) => {
    return new Gauge({ name, help, labelNames: [...labels], registers: [] });
  });
  for (const { name, labels = {}, value } of readings) {
    const gauge = gauges.get(name);
    gauge?.set(labels, value);
    if (gauge) registry.registerMetric(gauge);
  }
  return registry.metrics();
}
