import 'server-only';
/** Metrics of Amber at work. Nothing is counted, and no library loaded for it, unless somebody can read them. */
import { once } from '@/lib/values/once';
import type { COUNTERS, Counter, Gauge, TIMES, Time } from './metric-list';

type Labels<Names extends readonly string[]> = { [Name in Names[number]]: string };
type CounterLabels<Name extends Counter> = Labels<(typeof COUNTERS)[Name]['labels']>;
type TimeLabels<Name extends Time> = Labels<(typeof TIMES)[Name]['labels']>;

/** The present value of a gauge. */
export interface Reading {
  name: Gauge;
  labels?: Record<string, string>;
  value: number;
}

/** Stores the metrics. */
export interface Sink {
  count(name: Counter, labels: Record<string, string>, by: number): void;
  time(name: Time, labels: Record<string, string>, seconds: number): void;
  /** As text in Prometheus' format, including these readings. */
  print(readings: readonly Reading[]): Promise<string>;
}

const kept = once<{ sink?: Sink | undefined }>('meters', () => ({}));

/** @param sink absent: from here on nothing is counted */
export function setSink(sink: Sink | undefined): void {
  kept.sink = sink;
}

export const sinkNow = (): Sink | undefined => kept.sink;

export function counted<Name extends Counter>(name: Name, labels: CounterLabels<Name>, by = 1): void {
  kept.sink?.count(name, labels, by);
}

/** @param ms milliseconds; since the clocks of two machines may differ, negative values become zero */
export function timed<Name extends Time>(name: Name, labels: TimeLabels<Name>, ms: number): void {
  kept.sink?.time(name, labels, Math.max(0, ms) / 1000);
}
